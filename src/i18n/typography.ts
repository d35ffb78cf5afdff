/** The outer marks and those of a quotation inside it. */
const QUOTES = ['«»„“', '“”‘’']

/** Unpaired marks stay as they are. */
const nestQuotes = (text: string, [open, close, innerOpen, innerClose]: string): string => {
  let depth = 0
  let isPaired = true
  const nested = [...text].map(sign => {
    if (sign === open) return ++depth > 1 ? innerOpen : open
    if (sign !== close) return sign
    isPaired &&= depth > 0
    return --depth > 0 ? innerClose : close
  })
  return isPaired && depth === 0 ? nested.join('') : text
}

/** Mends what a value may do to its sentence: quotation marks inside others, and a full stop after `2026 г.`. */
export const mendTypography = (text: string): string => {
  // Most texts need nothing.
  if (!/[«“]|г\.\./.test(text)) return text
  return QUOTES.reduce(nestQuotes, text).replace(/(\sг\.)\.(?!\.)/g, '$1')
}
