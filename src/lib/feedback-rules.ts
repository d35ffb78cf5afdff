/** The rules of the specification's sections 5 and 9 for a message to the team. */

export const messageLimit = 1500
/** From here on the counter is shown (ux §5). */
export const counterFrom = 1400
/** 5 MB, the last size that is accepted. */
export const fileLimit = 5 * 1024 * 1024
export const fileTypes = ['.docx', '.txt', '.pdf'] as const

/** The length of a message as the contract counts it: in code points, a line break being one. */
export const messageLength = (text: string): number => [...text.replaceAll('\r\n', '\n')].length

/** The longest beginning of a text that may be sent; it splits neither an emoji nor a line break. */
export const cutMessage = (text: string): string => {
  let left = messageLimit
  let end = 0
  for (const character of text) {
    const isSecondHalf = character === '\n' && text[end - 1] === '\r'
    if (!isSecondHalf) left -= 1
    if (left < 0) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Nothing to read: only spaces, line breaks and invisible characters. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Cf}]/u.test(text)

/** What is wrong with a file before it is sent. */
export type FileProblem = 'name' | 'type' | 'empty' | 'large'

/**
 * A name that does not look like what it is: control characters, line breaks, characters that turn the direction of
 * writing (`a.pdf<RLO>exe` reads as a PDF), or a space before the extension, which pushes it out of sight; fillers and
 * what takes no room are spaces as well.
 */
const isMisleading = (name: string): boolean =>
  /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u.test(name) ||
  /[\s\p{Default_Ignorable_Code_Point}\u2800]\.[^.]*$/u.test(name)

/** By the last extension in any case; a name that is nothing but an extension has none. */
const isOfKnownType = (name: string): boolean => {
  const dot = name.lastIndexOf('.')
  const extension = name.slice(dot).toLowerCase()
  return /[^.]/.test(name.slice(0, Math.max(0, dot))) && fileTypes.some(type => type === extension)
}

/**
 * Whether a file may be sent, however it was chosen: name, extension and size decide, never what the browser says it
 * is. An empty file is refused: it says nothing, and is mostly a failed export or, in some browsers, a folder.
 */
export const checkFile = ({ name, size }: Pick<File, 'name' | 'size'>): FileProblem | null => {
  if (isMisleading(name)) return 'name'
  if (!isOfKnownType(name)) return 'type'
  if (size === 0) return 'empty'
  return size > fileLimit ? 'large' : null
}
