/** The marks around a bracketed paste, which pasted text could end early to have the rest typed as commands. */
const pasteMarks = /\p{Cc}?\[20[01]~/gu
const controls = /(?![\t\n])\p{Cc}/gu
/** They let a line look like another than it is. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g

/** Text that only types: no control characters but tab and line feed (case T14). */
export const cleanPaste = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(pasteMarks, '').replace(controls, '').replace(directions, '')

/** A line feed runs what stands before it, so the reader is asked first. */
export const needsAsking = (cleaned: string): boolean => cleaned.includes('\n')
