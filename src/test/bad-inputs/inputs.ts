import { createRandom } from '../../../scripts/lib/seeded-random'
import type { Make } from './mutate'

/** One seed for all sinks; another one is tried by `FLAGSHIP_SEED`. */
export const seed = Number(process.env.FLAGSHIP_SEED ?? 20261122)

/** What is fed to one place where foreign input becomes something: a tree, an address, words, a file. */
export interface Inputs<Input> {
  /** `links`: the figure is `bad-inputs.links`. */
  name: string
  /** How many different inputs are made in every run; those of `always` come on top. */
  count: number
  /** Inputs that are tried as they are. */
  always?: readonly Input[]
  make: Make<Input>
}

/** An input as a key and to be shown; of a list or an object, its JSON with the numbers that JSON has none for. */
export const textOf = (input: unknown): string =>
  typeof input === 'string'
    ? input
    : String(JSON.stringify(input, (_, value) => (typeof value === 'number' ? String(value) : value)))

/** The same in every run: each input once, however its generator repeats itself. Throws when that is too poor. */
export const inputsOf = <Input>({ name, count, always = [], make }: Inputs<Input>, times = 1): Input[] => {
  const random = createRandom(seed, name)
  const found = new Map(always.map(input => [textOf(input), input]))
  const wanted = found.size + count * times
  for (let left = wanted * 20; found.size < wanted && left > 0; left -= 1) {
    const input = make(random)
    found.set(textOf(input), input)
  }
  if (found.size < wanted) throw new RangeError(`Of ${wanted} inputs of ${name} only ${found.size} differ.`)
  return [...found.values()]
}

/** What of an input has escaped, in words; null when nothing has. A throw is an escape too. */
export type Judge<Input, Subject> = (subject: Subject, input: Input) => string | null | Promise<string | null>

export const escapeOf = async <Input, Subject>(
  judge: Judge<Input, Subject>,
  subject: Subject,
  input: Input,
): Promise<string | null> => {
  try {
    return await judge(subject, input)
  } catch (error) {
    return `throws ${String(error).slice(0, 200)}`
  }
}
