import { expect, test } from 'vitest'
import { escapeOf, type Inputs, inputsOf, type Judge, seed, textOf } from './inputs'

/** A full run tries so many times more. */
const times = process.env.FLAGSHIP_TESTS === 'full' ? 10 : 1

export interface Sink<Input, Subject> extends Inputs<Input> {
  /** The cases of the catalogue, for the name of the test. */
  cases: string
  judge: Judge<Input, Subject>
  /** The product's own. */
  product: Subject
  /** What a careless hand would have written, by name: the judge must catch each, or it could not fail. */
  careless: Readonly<Record<string, Subject>>
}

/** Printed so that what cannot be seen can be copied into a test. */
const shown = (input: unknown): string =>
  JSON.stringify(textOf(input).slice(0, 300)).replace(
    /[^\x20-\x7e]/g,
    one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The test of one sink: of all its inputs none escapes, and what is careless is caught by the same judge. */
export const holdSink = <Input, Subject>(sink: Sink<Input, Subject>): void => {
  const { name, cases, judge, product, careless } = sink
  test(`${cases} nothing escapes: ${name}`, async () => {
    const inputs = inputsOf(sink, times)
    const escapes: string[] = []
    for (const input of inputs) {
      const found = await escapeOf(judge, product, input)
      if (found !== null) escapes.push(`${shown(input)} → ${found}`)
    }
    expect(escapes.slice(0, 10), `${escapes.length} of ${inputs.length}, seed ${seed}`).toEqual([])
    for (const [carelessName, subject] of Object.entries(careless)) {
      let isCaught = false
      for (const input of inputs) {
        isCaught = (await escapeOf(judge, subject, input)) !== null
        if (isCaught) break
      }
      expect(isCaught, `${name}, ${carelessName}: caught`).toBe(true)
    }
  }, 120_000)
}
