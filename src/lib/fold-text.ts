/** Normalizes a text for search: ignores case and treats `ё` as `е`. */
export const foldText = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll('\u0451', '\u0435').trim()

/** Whether the text contains every word of the query. */
export const matchesText = (text: string, query: string): boolean => includesWords(foldText(text), query)

/** Like `matchesText` for a normalized text. */
export const includesWords = (folded: string, query: string): boolean =>
  foldText(query)
    .split(/\s+/)
    .every(word => folded.includes(word))
