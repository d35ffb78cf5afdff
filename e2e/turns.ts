import { basename } from 'node:path'

/** What a student does all day and what costs money is walked in both languages in every run. */
const alwaysBoth = new Set(['main-job.spec.ts', 'exam-line.spec.ts'])

const ending = / \((ru|en)\)$/

/**
 * Whether a journey is another run's turn. A journey that is written for both languages has `(ru)` or `(en)` at the end of
 * its name, and `, in ru` where it is written for one: `npm test` walks it in one of them, turn about by its name, and
 * `npm test -- --full` in both.
 */
export function isOthersTurn(file: string, title: string): boolean {
  const language = ending.exec(title)?.[1]
  if (language === undefined || process.env.FLAGSHIP_TESTS === 'full' || alwaysBoth.has(basename(file)))
    return false
  const name = title.replace(ending, '')
  const turn = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 2
  return turn !== (language === 'ru' ? 0 : 1)
}

/** Of the windows in which a place is looked at, `npm test` takes one, turn about by the place's number. */
export const ofTurn = <Window>(place: number, windows: readonly Window[]): readonly Window[] =>
  process.env.FLAGSHIP_TESTS === 'full' ? windows : windows.filter((_, at) => at === place % windows.length)

/** Widths in pixels of the windows in which nothing may jump while a page comes. */
export const loadWidths = [412, 1280] as const
