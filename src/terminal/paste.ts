/** Pasted text could contain the end marker of a bracketed paste, and have the rest run as commands. */
const bracketedPasteMarkers = /\p{Cc}?\[20[01]~/gu
const controls = /(?![\t\n])\p{Cc}/gu
/** They can make a line look different from what it is. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g

/** Removes control characters except tab and line feed (T14). */
export const cleanPaste = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(bracketedPasteMarkers, '')
    .replace(controls, '')
    .replace(bidiControls, '')

/** A line feed runs the line, so the user must confirm. */
export const needsConfirmation = (cleaned: string): boolean => cleaned.includes('\n')
