/** `npm test -- --full` runs everything of which `npm test` takes a sample; see docs/decisions/0013. */
export const isFull = process.env.FLAGSHIP_TESTS === 'full'

/** These cases in every run, the others with `--full`. */
export const sample = <Case>(always: readonly Case[], others: readonly Case[]): readonly Case[] =>
  isFull ? [...always, ...others] : always
