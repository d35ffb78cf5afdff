import { Ajv2020 } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import type { Contract } from '../../scripts/lib/load-contract'
import type { SampleMaker } from './sample-makers'

export type SampleCount = {
  readonly name: string
  /** How many of the documented answers that carry JSON it makes samples of. */
  readonly answers: number
  readonly samples: number
  readonly invalid: number
  /** Of the answers that are a success alone. */
  readonly successes: { readonly samples: number; readonly invalid: number }
  /** The answers that most often are not valid, each with its share and the first fault. */
  readonly worst: readonly string[]
  /** Why nothing was counted. */
  readonly failure?: string
}

type Tally = {
  readonly answer: string
  readonly isSuccess: boolean
  readonly samples: number
  readonly invalid: number
  readonly fault: string
}

type Judge = (value: unknown) => string | undefined

/** Judges `each` samples of every answer that carries JSON by a validator that shares nothing with our own. */
export async function countInvalid(
  maker: SampleMaker,
  contract: Contract,
  each: number,
): Promise<SampleCount> {
  const judgeOf = judgesFor(contract)
  const { name } = maker
  try {
    const makeSample = await maker.load(contract)
    const tallies: Tally[] = []
    for (const operation of contract.operations) {
      for (const response of operation.responses) {
        const make = response.kind === 'json' ? makeSample(operation, response) : undefined
        if (!make) continue
        const judge = judgeOf(response.schema ?? {})
        const faults: string[] = []
        const start = performance.now()
        let seed = 0
        // Some make texts of a hundred thousand letters: after two seconds of one answer enough is known.
        for (; seed < each && (seed < 10 || performance.now() - start < 2000); seed++) {
          const fault = await tryOne(() => make(seed), judge)
          if (fault !== undefined) faults.push(fault)
        }
        const answer = `${operation.operationId} ${response.status}`
        const isSuccess = response.status < 300
        tallies.push({ answer, isSuccess, samples: seed, invalid: faults.length, fault: faults[0] ?? '' })
      }
    }
    const sum = (list: typeof tallies) => ({
      samples: list.reduce((count, one) => count + one.samples, 0),
      invalid: list.reduce((count, one) => count + one.invalid, 0),
    })
    const worst = tallies
      .filter(one => one.invalid > 0)
      .sort((a, b) => b.invalid - a.invalid)
      .slice(0, 3)
      .map(one => `${one.answer}: ${Math.round((100 * one.invalid) / one.samples)} %, ${one.fault}`)
    const successes = sum(tallies.filter(one => one.isSuccess))
    return { name, answers: tallies.length, ...sum(tallies), successes, worst }
  } catch (error) {
    const none = { samples: 0, invalid: 0 }
    return { name, answers: 0, ...none, successes: none, worst: [], failure: String(error).slice(0, 160) }
  }
}

async function tryOne(make: () => unknown, judge: Judge): Promise<string | undefined> {
  try {
    const value = await make()
    // As it would arrive: properties that are undefined are not sent.
    return judge(value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
  } catch (error) {
    return String(error).slice(0, 100)
  }
}

function judgesFor({ document }: Contract): (schema: object) => Judge {
  const ajv = new Ajv2020({ strict: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'contract')
  return schema => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"contract#/components')
    const check = ajv.compile(JSON.parse(text) as object)
    return value => (check(value) ? undefined : ajv.errorsText(check.errors).slice(0, 100))
  }
}
