import { expect, test } from 'vitest'
import { createInputs, type Inputs, seed, toText } from './generate'

/** `npm run test:full` tries more inputs. */
const factor = process.env.FLAGSHIP_TESTS === 'full' ? 10 : 1

interface SanitizerTest<Input, Subject> extends Inputs<Input> {
  /** Ids of docs/reliability.md. */
  ids: string
  /** What is wrong with the output for an input; null when it is safe. An exception is a failure too. */
  check: (subject: Subject, input: Input) => string | null | Promise<string | null>
  /** The code of the product. */
  actual: Subject
  /** Naive implementations, by name: the check must fail for each, which proves that it can fail. */
  naive: Readonly<Record<string, Subject>>
}

/** With escapes, so that invisible characters can be copied into a test. */
const toPrintable = (input: unknown): string =>
  JSON.stringify(toText(input).slice(0, 300)).replace(
    /[^\x20-\x7e]/g,
    one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Defines a test that feeds generated inputs to the product, and to naive implementations that must be caught. */
export const expectSanitized = <Input, Subject>(options: SanitizerTest<Input, Subject>): void => {
  const { name, ids, check, actual, naive } = options
  const findFailure = async (subject: Subject, input: Input): Promise<string | null> => {
    try {
      return await check(subject, input)
    } catch (error) {
      return `throws ${String(error).slice(0, 200)}`
    }
  }
  test(`${ids} hostile inputs are harmless: ${name}`, async () => {
    const inputs = createInputs(options, factor)
    const failures: string[] = []
    for (const input of inputs) {
      const failure = await findFailure(actual, input)
      if (failure !== null) failures.push(`${toPrintable(input)} → ${failure}`)
    }
    expect(failures.slice(0, 10), `${failures.length} of ${inputs.length}, seed ${seed}`).toEqual([])
    for (const [naiveName, subject] of Object.entries(naive)) {
      let isCaught = false
      for (const input of inputs) {
        isCaught = (await findFailure(subject, input)) !== null
        if (isCaught) break
      }
      expect(isCaught, `${name}, ${naiveName}: caught`).toBe(true)
    }
  }, 120_000)
}
