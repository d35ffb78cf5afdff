import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '../../../../scripts/lib/free-port'
import { runCommand } from '../../test-command'

const pet = { $ref: '#/components/schemas/Pet' }
const json = (schema: object, more = {}) => ({ 'application/json': { schema, ...more } })
const petId = (name = 'pet-id') => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
const toPet = (operationId: string, id: string) => ({ operationId, parameters: { 'pet-id': id } })

const contract = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.0' },
  security: [{ token: [] }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [{ name: 'kind', in: 'query', required: true, schema: { enum: ['dog', 'cat'] } }],
        responses: {
          200: {
            description: 'Pets',
            content: json({ type: 'array', items: pet }),
            links: { First: toPet('getPet', '$response.body#/0/id') },
          },
        },
      },
      post: {
        operationId: 'addPet',
        requestBody: { required: true, content: json(pet, { example: { id: 0, name: 'Rex' } }) },
        responses: {
          201: {
            description: 'Created',
            content: json(pet),
            links: {
              Remove: {
                operationRef: '#/paths/~1pets~1{pet-id}/delete',
                parameters: { 'path.pet-id': '$response.body#/id' },
              },
              Read: toPet('getPet', '{$response.body#/id}'),
            },
          },
        },
      },
    },
    '/pets/{pet-id}': {
      parameters: [petId()],
      get: { operationId: 'getPet', responses: { 200: { description: 'Pet', content: json(pet) } } },
      delete: { operationId: 'removePet', responses: { 204: { description: 'Removed' } } },
    },
    '/pets/{pet-id}/owner': {
      get: { operationId: 'getOwner', parameters: [petId()], responses: { 200: { description: 'Owner' } } },
      put: {
        operationId: 'setOwner',
        parameters: [{ ...petId(), example: 1 }],
        responses: { 204: { description: 'Changed' } },
      },
    },
    '/shops/{shop}': {
      get: {
        parameters: [{ name: 'shop', in: 'path', required: true, schema: { type: 'string', example: 'x' } }],
        security: [],
        responses: { 200: { description: 'Shop', content: json({ type: 'object' }) } },
      },
    },
    '/keys': {
      get: { operationId: 'listKeys', security: [{ key: [] }], responses: { 200: { description: 'Keys' } } },
    },
  },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer' }, name: { type: 'string' } },
      },
    },
  },
}

let pets: Map<number, unknown>
let requests: string[]
/** What the server sends as the name of a pet. */
let name: unknown

const server = createServer((request, response) => {
  const { method, url = '', headers } = request
  requests.push(`${method} ${url}`)
  const reply = (status: number, body?: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }
  const id = Number(/^\/v2\/pets\/(\d+)$/.exec(url)?.[1])
  if (url === '/v2/keys') return reply(headers['x-key'] === 'k' ? 200 : 500, [])
  if (headers.authorization !== 'Bearer t' || url.startsWith('/v2/shops')) return reply(404, {})
  if (method === 'POST') {
    pets.set(7, { id: 7, name })
    return reply(201, pets.get(7))
  }
  if (method === 'DELETE') return reply(pets.delete(id) ? 204 : 404)
  if (url.startsWith('/v2/pets?kind=dog')) return reply(200, [...pets.values()])
  const found = pets.get(id)
  return reply(found ? 200 : 404, found ? { ...found, name } : {})
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v2`
afterAll(() => void server.close())

const folder = mkdtempSync(join(tmpdir(), 'generated-plan-'))
const write = (file: string, text: string) => {
  writeFileSync(join(folder, file), text)
  return join(folder, file)
}
const contractFile = write('pets.json', JSON.stringify(contract))
const fixtures = write(
  'fixtures.json',
  JSON.stringify({ logins: { student: { token: 't' } }, values: { key: 'k' } }),
)

async function check(...argv: string[]) {
  const common = ['--contract', contractFile, '--url', url, '--spec', contractFile, '--fixtures', fixtures]
  const { code, out, err } = await runCommand(undefined, ...common, '--format', 'json', ...argv)
  expect(err).not.toContain('failed')
  return { code, ...JSON.parse(out) }
}

type Named = { readonly driftId: string; readonly operationId: string; readonly place: string }
const getText = ({ driftId, operationId, place }: Named) => `${driftId} ${operationId} ${place}`

beforeEach(() => {
  pets = new Map([[1, { id: 1, name: 'Rex' }]])
  requests = []
  name = 'Rex'
})

test('reads by examples and links, and says what it could not request', async () => {
  const { code, findings, skipped } = await check()
  expect({ code, findings }).toEqual({ code: 0, findings: [] })
  expect(requests.sort()).toEqual(['GET /v2/pets/1', 'GET /v2/pets?kind=dog', 'GET /v2/shops/x'])
  const reasons = Object.fromEntries(skipped.map(({ step, why }: Record<string, string>) => [step, why]))
  expect(reasons).toMatchObject({
    'GET /pets/{pet-id}/owner: by examples': 'the contract has no example and no link for pet-id',
    'GET /shops/{shop}: by examples': 'the server rejected the example of the contract (404)',
    'GET /keys: by examples': 'its authentication needs a plan module',
    '3 requests': expect.stringContaining('POST /pets'),
  })
})

test('a full run creates a record, reads it and deletes no other', async () => {
  const { code, findings, notes } = await check('--live', 'full')
  expect({ code, findings }).toEqual({ code: 0, findings: [] })
  expect(requests).toEqual(expect.arrayContaining(['POST /v2/pets', 'GET /v2/pets/7', 'DELETE /v2/pets/7']))
  expect(requests.filter(one => /PUT|DELETE/.test(one))).toEqual(['DELETE /v2/pets/7'])
  expect([...pets.keys()]).toEqual([1])
  expect(notes.join()).not.toContain('leaves on the server')
})

test('a field of the wrong type is found where links lead', async () => {
  name = 5
  const { code, findings } = await check()
  expect(code).toBe(1)
  expect(findings.map(getText)).toEqual(['DR25 getPet answer 200 /name'])
})

const plan = `
const step = (operationId, run) => ({ name: operationId + ': of the plan', operations: [operationId], run })
export default {
  stages: () => [[
    step('listKeys', async probe => {
      const { key } = probe.options.values
      const { status } = await probe.request({
        operationId: 'listKeys', headers: { 'x-key': key }, expected: [[200]],
      })
      probe.findings.notes.push('keys ' + status)
    }),
    step('removePet', probe => probe.request({
      operationId: 'removePet', call: { path: { 'pet-id': 1 } }, expected: [[204]],
    })),
    step('getOwner', probe => probe.skip('pets have no owners here')),
  ]],
}
`

test('a plan module decides what is requested', async () => {
  const { code, notes, skipped } = await check('--plan', write('plan.mjs', plan))
  expect(code).toBe(0)
  expect(requests).toEqual(['GET /v2/keys'])
  expect(notes).toContain('keys 200')
  expect(skipped).toContainEqual({
    step: 'GET /pets/{pet-id}/owner: of the plan',
    why: 'pets have no owners here',
  })
})

test.each([
  ['export const stages = []', 'has no default export with a function "stages"'],
  ['export default {', 'cannot be loaded'],
])('a plan module %j is refused', async (text, sentence) => {
  const file = write(`broken-${text.length}.mjs`, text)
  const { code, err } = await runCommand(undefined, '--contract', contractFile, '--url', url, '--plan', file)
  expect(code).toBe(2)
  expect(err).toContain(sentence)
})

test.each([
  ['Rex', 0, []],
  [5, 1, ['DR25 getPet answer 200 /name']],
])('the proxy checks the name %j in recorded traffic', async (sent, expected, places) => {
  name = sent
  const port = await findFreePort()
  const controller = new AbortController()
  const onError = (text: string) => {
    if (!text.startsWith('Recording: send the calls to')) return
    const call = fetch(`http://127.0.0.1:${port}/v2/pets/1`, { headers: { authorization: 'Bearer t' } })
    void call.then(answer => answer.text()).then(() => controller.abort())
  }
  const record = join(folder, `${port}.ndjson`)
  const argv = ['--contract', contractFile, '--url', url, '--proxy', String(port), '--record', record]
  const { code, out } = await runCommand({ signal: controller.signal, onError }, ...argv, '--format', 'json')
  const { findings } = JSON.parse(out)
  expect({ code, places: findings.map(getText) }).toEqual({ code: expected, places })
})
