/** Longest feedback message, in code points. */
export const MAX_MESSAGE_LENGTH = 1500

/** Truncates without splitting an emoji or a line break. */
export const truncateMessage = (text: string): string => {
  let left = MAX_MESSAGE_LENGTH
  let end = 0
  for (const character of text) {
    const isSecondHalf = character === '\n' && text[end - 1] === '\r'
    if (!isSecondHalf) left -= 1
    if (left < 0) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Bidirectional control characters. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Those and letters of right-to-left alphabets. */
const NEEDS_ISOLATION =
  /[\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Isolates the direction of a value inside a sentence (FSI … PDI, X03). In elements use `bdi`. */
export const isolateBidi = (value: string): string =>
  NEEDS_ISOLATION.test(value) ? `\u2068${value.replace(BIDI_CONTROLS, '')}\u2069` : value
