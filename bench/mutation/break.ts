/** One known way to break the product: a small edit of one file, of the kind that people really make. */
export interface Break {
  /** What somebody does wrong, in a few words; no two breaks share them. */
  name: string
  file: string
  /** Stands in the file exactly once. */
  find: string
  replace: string
  /** The test files that should see it. */
  tests: readonly string[]
  /** Said where the break makes something wait for ever, so that a test which runs out of its time has caught it. */
  hangs?: true
}

/** What the breaks of one part of the product are kept in. */
export interface BreakGroup {
  part: string
  breaks: readonly Break[]
}

/** The text with the break in it. Throws when it cannot be made any more, so that no break rots unseen. */
export function applyBreak(text: string, { name, file, find, replace }: Break): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`"${name}": its text stands ${times} times in ${file}, not once.`)
  const broken = text.replace(find, () => replace)
  if (broken === text) throw new Error(`"${name}" changes nothing in ${file}.`)
  return broken
}
