import { relative } from 'node:path'
import { hash } from '../../scripts/lib/seeded-random'

/** What Stryker hands a checker of each mutant, as far as it is read here; the path is absolute. */
interface AskedMutant {
  id: string
  fileName: string
  replacement?: string
  location: Record<'start' | 'end', { line: number; column: number }>
}

/** Which mutants a run tries: about one in `oneIn`, by the seed. */
export interface Sample {
  oneIn: number
  seed: string
}

/** Whether a mutant is in a sample. It hangs on what is changed alone, so that the same seed picks the same ones everywhere. */
export function isSampled({ fileName, replacement = '', location }: AskedMutant, sample: Sample): boolean {
  const { start, end } = location
  const at = `${start.line}:${start.column}-${end.line}:${end.column}`
  return hash('mutants', sample.seed, fileName, at, replacement) % sample.oneIn === 0
}

/** Stryker knows no samples; but what a checker turns down before any test has run is no mutant, and counts nowhere. */
class SampleChecker {
  static inject = ['options'] as const
  readonly #sample: Sample

  constructor({ sample }: { sample: Sample }) {
    this.#sample = sample
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  check(mutants: readonly AskedMutant[]): Promise<Record<string, { status: string; reason?: string }>> {
    const answer = (mutant: AskedMutant) => {
      const fileName = relative(process.cwd(), mutant.fileName)
      return isSampled({ ...mutant, fileName }, this.#sample)
        ? { status: 'passed' }
        : { status: 'compileError', reason: 'not in the sample' }
    }
    return Promise.resolve(Object.fromEntries(mutants.map(mutant => [mutant.id, answer(mutant)])))
  }

  /** One answer for all of them: to ask for each takes longer. */
  group(mutants: readonly AskedMutant[]): Promise<string[][]> {
    return Promise.resolve([mutants.map(({ id }) => id)])
  }
}

/** @public Read by Stryker. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }]

/** @public Read by Stryker, which warns of options that it does not know. */
export const strykerValidationSchema = {
  properties: {
    sample: {
      type: 'object',
      properties: { oneIn: { type: 'integer', minimum: 1 }, seed: { type: 'string' } },
      required: ['oneIn', 'seed'],
    },
  },
}
