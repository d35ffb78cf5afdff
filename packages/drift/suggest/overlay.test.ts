import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { isObject, type JsonObject } from '../../contract/json'
import { type Contract, readContract } from '../../contract/read-contract'
import type { ContractViolation } from '../../contract/validator/drift-classes'
import { contract, makeExchangeSampler } from '../../contract/validator/test-exchanges'
import { validateExchange } from '../../contract/validator/validate-exchange'
import type { CheckContext } from '../check-context'
import type { Finding } from '../finding'
import { toFindings } from '../findings'
import { hostile, sampleFinding } from '../report/sample-report'
import { writeOverlay } from './overlay'

const sample = makeExchangeSampler(contract)
const context: CheckContext = {
  contract,
  version: '0',
  contractAt: () => undefined,
  screens: () => [],
  lostWithout: () => undefined,
}

type Body = Record<string, unknown>

function exchangeWith(operationId: string, status: number, change: (body: Body) => unknown = body => body) {
  const operation = contract.operations.find(one => one.operationId === operationId)
  if (!operation) throw new RangeError(operationId)
  const exchange = sample(operation, status, 7)
  const { response } = exchange
  if (!response) throw new RangeError('no answer')
  const body = JSON.parse(new TextDecoder().decode(response.body)) as Body
  const changed = change(body) ?? body
  return { ...exchange, response: { ...response, body: new TextEncoder().encode(JSON.stringify(changed)) } }
}

function setAt(body: Body, pointer: string, value: unknown): void {
  const steps = pointer.split('/').slice(1)
  const name = steps.pop() ?? ''
  let here: unknown = body
  for (const step of steps) here = (here as Body)[step]
  if (value === undefined) delete (here as Body)[name]
  else (here as Body)[name] = value
}

function findingsFrom(violations: readonly ContractViolation[]): Finding[] {
  return toFindings(
    violations.map(violation => ({ violation, source: 'probe' })),
    context,
  )
}

/** Applies an overlay as OpenAPI Overlay 1.0 defines: `remove` deletes a node, `update` merges or appends. */
function apply(overlay: string, document: JsonObject): Contract {
  const result = structuredClone(document) as Body
  const { actions } = parse(overlay) as { actions: { target: string; update?: unknown; remove?: boolean }[] }
  for (const { target, update, remove } of actions) {
    const steps = [...target.matchAll(/\.(\w+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g)].map(
      ([, word, index, quoted]) => word ?? index ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1'),
    )
    let parent: unknown
    let node: unknown = result
    for (const step of steps) {
      parent = node
      node = (node as Body)[step]
    }
    expect(node, target).toBeDefined()
    const last = steps.at(-1) ?? ''
    if (remove && Array.isArray(parent)) parent.splice(Number(last), 1)
    else if (remove) delete (parent as Body)[last]
    else if (Array.isArray(node)) node.push(update)
    else merge(node as Body, update as Body)
  }
  return readContract(result)
}

function merge(into: Body, from: Body): void {
  for (const [key, value] of Object.entries(from)) {
    const known = into[key]
    if (isObject(known) && isObject(value)) merge(known as Body, value as Body)
    else if (Array.isArray(known) && Array.isArray(value)) known.push(...value)
    else into[key] = value
  }
}

describe('a suggested overlay accepts', () => {
  test.each<[driftId: string, ReturnType<typeof exchangeWith>]>([
    ['DR21', exchangeWith('getGroup', 200, body => setAt(body, '/hide_leaderboard', undefined))],
    ['DR21', exchangeWith('login', 200, body => setAt(body, '/user/email', undefined))],
    [
      'DR24',
      exchangeWith('login', 200, body => ({
        ...body,
        access_token: undefined,
        accessToken: body.access_token,
      })),
    ],
    ['DR25', exchangeWith('getTask', 200, body => setAt(body, '/points', '10'))],
    ['DR26', exchangeWith('getGroup', 200, body => setAt(body, '/hide_leaderboard', null))],
    ['DR26', exchangeWith('getTask', 200, body => setAt(body, '/status', null))],
    ['DR27', exchangeWith('getTask', 200, body => setAt(body, '/status', 'archived'))],
    ['DR29', exchangeWith('getLabStatus', 200, body => setAt(body, '/started_at', '2026-01-01 01:00:00'))],
    ['DR30', exchangeWith('getLabStatus', 200, body => setAt(body, '/started_at', 1767225600))],
    ['DR35', exchangeWith('getTask', 200, body => setAt(body, '/flag_answers', 'x'))],
    ['DR47', exchangeWith('getTask', 404, () => ({ detail: 'Task was archived' }))],
  ])('%s in an exchange', (driftId, exchange) => {
    const before = validateExchange(contract, exchange)
    expect(before.map(one => one.driftId)).toContain(driftId)
    const overlay = writeOverlay(findingsFrom(before), contract)
    expect(overlay).not.toContain('Not accepted')
    expect(validateExchange(apply(overlay, contract.document), exchange)).toEqual([])
  })

  test.each<[string, Partial<Finding> & Pick<Finding, 'driftId'>, (after: Contract) => unknown, unknown]>([
    ['a removed operation', { driftId: 'DR01', place: 'operation' }, after => operation(after), undefined],
    [
      'a required parameter',
      { driftId: 'DR08', place: 'query lang' },
      after => operation(after)?.parameters.at(-1),
      { in: 'query', name: 'lang', required: true, schema: { type: 'string' } },
    ],
    [
      'an optional parameter',
      { driftId: 'DR09', operationId: 'getLabStatus', place: 'query task_id' },
      after => operation(after, 'getLabStatus')?.parameters.find(one => one.name === 'task_id')?.required,
      false,
    ],
    [
      'an ignored field',
      { driftId: 'DR12', operationId: 'login', place: 'body /invite' },
      after => operation(after, 'login')?.body?.schema.properties?.invite,
      undefined,
    ],
    [
      'another success status',
      { driftId: 'DR40', place: 'answer 201', witness: 201 },
      after => operation(after)?.responses[0]?.status,
      201,
    ],
    [
      'another error status',
      { driftId: 'DR42', place: 'answer 418' },
      after => operation(after)?.responses.some(({ status }) => status === 418),
      true,
    ],
    [
      'a missing header',
      { driftId: 'DR53', operationId: 'getVpnConfig', place: 'answer 200 header content-disposition' },
      after =>
        after.operations.find(one => one.path === '/user/vpn_config')?.responses[0]?.headers[0]?.required,
      false,
    ],
  ])('%s', (_, draft, look, expected) => {
    const known = contract.operations.find(one => one.path === '/user/vpn_config')?.operationId ?? ''
    const operationId = draft.operationId === 'getVpnConfig' ? known : (draft.operationId ?? 'getGroup')
    const overlay = writeOverlay(
      [sampleFinding({ fingerprint: 'a'.repeat(16), ...draft, operationId })],
      contract,
    )
    const after = look(apply(overlay, contract.document))
    if (isObject(expected)) expect(after).toMatchObject(expected)
    else expect(after).toEqual(expected)
  })
})

test('drift that no document can accept is listed in comments with the reason, and the overlay changes nothing', () => {
  const overlay = writeOverlay(
    [
      sampleFinding({ driftId: 'DR45', fingerprint: 'a'.repeat(16), place: 'answer 500' }),
      sampleFinding({ driftId: 'DR57', fingerprint: 'b'.repeat(16), place: `operation\n${hostile}` }),
    ],
    contract,
  )
  expect(overlay).toMatch(/this is a fault\n# {3}of the server, not another promise\./)
  expect(overlay).toContain('a call that needs no token is a fault')
  expect(overlay).not.toMatch(/[^\P{C}\n]/u)
  expect(
    overlay.split('\n').filter(line => !/^(?:#.*|overlay: 1.0.0|info:|actions:| {2}.*|)$/.test(line)),
  ).toEqual([])
  expect(apply(overlay, contract.document).document).toEqual(contract.document)
})

test('does not suggest changes for drift that the baseline accepts', () => {
  const finding = { ...sampleFinding({ driftId: 'DR01', fingerprint: 'a'.repeat(16) }), accepted: 'OPS-1' }
  expect(apply(writeOverlay([finding], contract), contract.document).operations).toHaveLength(
    contract.operations.length,
  )
})

function operation({ operations }: Contract, operationId = 'getGroup') {
  return operations.find(one => one.operationId === operationId)
}
