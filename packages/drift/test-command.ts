import { loadContract } from '../contract/load-contract'
import type { ContractViolation } from '../contract/validator/drift-classes'
import { type CheckContext, loadCheckContext } from './check-context'
import { main } from './drift'
import type { FindingSource, Observation } from './finding'

const ownContext = loadCheckContext()

type Ending = { readonly signal: AbortSignal; readonly onError: (text: string) => void }

export async function runCommand(ending: Ending | undefined, ...argv: string[]) {
  let out = ''
  let err = ''
  const writeOut = (text: string) => {
    out += text
  }
  const writeErr = (text: string) => {
    err += text
    ending?.onError(text)
  }
  const io = {
    env: {},
    out: { write: writeOut },
    err: { write: writeErr },
    ...(ending && { signal: ending.signal }),
    now: () => new Date('2026-11-22T05:00:00Z'),
  }
  const code = await main(argv, io, () => ownContext)
  return { code, out, err }
}

/** A recording of one GET with a JSON answer. */
export function sampleHar(url: string, status: number, body: unknown): unknown {
  const mimeType = 'application/json'
  const headers = [{ name: 'content-type', value: mimeType }]
  const content = { size: 1, mimeType, text: JSON.stringify(body) }
  const entry = {
    time: 1,
    request: { method: 'GET', url, headers: [] },
    response: { status, headers, content },
  }
  return { log: { version: '1.2', entries: [entry] } }
}

export const context: CheckContext = {
  contract: loadContract('openapi'),
  version: '0',
  contractAt: (operationId, status, pointer) => `openapi/x.yaml:${operationId} ${status} ${pointer}`,
  screens: operationId => (operationId === 'getGroup' ? ['/group/$groupId'] : []),
  lostWithout: () => undefined,
}

export function seen(violation: ContractViolation, source: FindingSource, curl?: string): Observation {
  return { violation, source, ...(curl !== undefined && { evidence: { curl, origin: curl, status: 200 } }) }
}
