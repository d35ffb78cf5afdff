const ending = / \((ru|en)\)$/

/**
 * Whether `npm test` skips a journey. A journey for both languages has `(ru)` or `(en)`, or `, in ru`, at the end
 * of its title. `npm test` runs it in one language, chosen by its title; `npm test -- --full` in both.
 */
export function isSkippedInThisShard(title: string): boolean {
  const language = ending.exec(title)?.[1]
  if (language === undefined || process.env.FLAGSHIP_TESTS === 'full') return false
  const name = title.replace(ending, '')
  const turn = [...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 2
  return turn !== (language === 'ru' ? 0 : 1)
}

/** `npm test` uses one of the windows, alternating by index. */
export const shard = <Window>(place: number, windows: readonly Window[]): readonly Window[] =>
  process.env.FLAGSHIP_TESTS === 'full' ? windows : windows.filter((_, at) => at === place % windows.length)

/** Viewport widths of the layout shift tests. */
export const LOAD_WIDTHS_PX = [412, 1280] as const
