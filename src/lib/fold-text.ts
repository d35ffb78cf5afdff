/** For searching: letter case makes no difference, and Russian `ё` and `е` are one letter. */
export const foldText = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll('\u0451', '\u0435').trim()

/** Whether every word of the query stands somewhere in the text. */
export const matchesText = (text: string, query: string): boolean => holdsWords(foldText(text), query)

/** The same for a text that is folded already. */
export const holdsWords = (folded: string, query: string): boolean =>
  foldText(query)
    .split(/\s+/)
    .every(word => folded.includes(word))
