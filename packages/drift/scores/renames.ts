import { printTable } from '../../../scripts/lib/print-table'
import { type AssumedItem, findAssumedItems } from '../../contract/assumed-items'
import { createRandom, type Seed } from '../../contract/seeded-random'
import { loadCheckContext } from '../check-context'
import { ExchangeStats } from '../coverage'
import { toFindings } from '../findings'
import { changeAt, renameKey } from '../mutants/change-at'
import type { Drift } from '../mutants/mutant'
import { parseJson, withJson } from '../mutants/responses'
import { probeServer } from './evaluate-mutant'

/** Names that have nothing in common with any of the contract. */
const NAMES = [
  'zeta',
  'payload_x',
  'qux',
  'wert',
  'inhalt',
  'vorname2',
  'kappa',
  'lambda_q',
  'delta_v',
  'omega',
]

/** Every answer that has the field has it under another name. */
function renaming({ locations }: AssumedItem, to: string): Drift {
  return {
    after: (response, { operation }) => {
      const before = parseJson(response)
      const own = locations.filter(
        one => one.operation === operation?.operationId && one.status === response.status,
      )
      const after = own.reduce<unknown>((body, { pointer = [] }) => {
        const parent = pointer
          .slice(0, -1)
          .map(step => `/${step}`)
          .join('')
        return changeAt(body, parent, value => renameKey(value, String(pointer.at(-1)), to))
      }, before)
      return after === before ? undefined : withJson(response, after)
    },
  }
}

/** How many of `most` renamed fields, of those that the contract only assumes, fail a run. */
export async function runRenames(seed: Seed, most: number): Promise<void> {
  const context = await loadCheckContext()
  const items = findAssumedItems(context.contract.document).filter(({ kind }) => kind === 'property')
  const chosen = createRandom('renames', seed).shuffle(items).slice(0, most)
  const rows: string[][] = []
  for (const [index, item] of chosen.entries()) {
    const to = NAMES[index % NAMES.length] ?? 'zeta'
    const mutant = { begin: () => renaming(item, to) }
    const { observations, exchanges, hits } = await probeServer(context.contract, [mutant], {
      isSending: false,
    })
    const stats = new ExchangeStats(context.contract)
    for (const exchange of exchanges) stats.add(exchange)
    const failing = toFindings(observations, context, stats).filter(
      ({ severity }) => severity !== 'information',
    )
    const [first] = failing.filter(({ witness }) => witness === to).concat(failing)
    const verdict = hits === 0 ? 'unreached' : first ? 'fails' : 'missed'
    rows.push([item.name, to, verdict, first ? `${first.driftId} ${first.operationId} ${first.place}` : ''])
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`)
  }
  const reached = rows.filter(([, , verdict]) => verdict !== 'unreached')
  const failing = reached.filter(([, , verdict]) => verdict === 'fails')
  console.log(printTable([['field', 'renamed to', 'verdict', 'first finding'], ...rows]))
  console.log(
    `\n${failing.length} of ${reached.length} renamed fields fail the run; ${rows.length - reached.length} never came.`,
  )
}
