/**
 * Each row of a table in one language, the languages in turn: what is told and where is the same code in both, and every
 * word has its own test. The rows that the contract makes stand in `matrix/`.
 */
export const inTurn = <Row>(rows: readonly Row[]): (readonly [language: 'ru' | 'en', row: Row])[] =>
  rows.map((row, at) => [at % 2 === 0 ? 'ru' : 'en', row] as const)
