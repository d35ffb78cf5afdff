/** Spreadsheets run such text as a formula, also behind spaces and with full-width signs. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/

/** A leading apostrophe makes a formula plain text. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
