/** Alternates the language of the rows of a table: the code is the same in both. */
export const alternateLanguages = <Row>(
  rows: readonly Row[],
): (readonly [language: 'ru' | 'en', row: Row])[] =>
  rows.map((row, at) => [at % 2 === 0 ? 'ru' : 'en', row] as const)
