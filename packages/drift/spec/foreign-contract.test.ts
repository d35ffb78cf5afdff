import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCommand, sampleHar } from '../test-command'

const petstore = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.0' },
  servers: [{ url: 'https://{host}/v2', variables: { host: { default: 'pets.example' } } }],
  paths: {
    '/pets': {
      get: {
        tags: ['pets'],
        parameters: [
          { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
        ],
        responses: {
          200: {
            description: 'Pets',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
              'application/xml': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
            },
          },
          '4XX': {
            description: 'Refused',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        },
      },
      post: {
        operationId: 'addPet',
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        security: [{ key: [] }],
        responses: { 201: { description: 'Created' }, default: { description: 'Any error' } },
      },
    },
    '/pets/{pet-id}': {
      get: {
        operationId: 'getPet',
        parameters: [{ name: 'pet-id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'Pet',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name', 'secret'],
        properties: {
          id: { type: 'integer', format: 'int64', readOnly: true },
          name: { type: 'string' },
          secret: { type: 'string', writeOnly: true },
          owner: { type: 'string', nullable: true },
          kind: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
        },
      },
      Cat: { type: 'object', required: ['type'], properties: { type: { type: 'string', enum: ['cat'] } } },
      Dog: {
        type: 'object',
        required: ['type'],
        properties: { type: { type: 'string', enum: ['dog'] }, tricks: { type: 'integer' } },
      },
      Problem: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
    },
  },
}

const museum = {
  openapi: '3.1.0',
  info: { title: 'Museum', version: '1.0.0' },
  servers: [{ url: 'https://museum.example/v1' }],
  paths: {
    '/events/{eventId}': {
      parameters: [
        { name: 'eventId', in: 'path', required: true, schema: { $ref: '#/components/schemas/EventId' } },
      ],
      get: {
        operationId: 'getEvent',
        tags: ['Events'],
        responses: {
          200: {
            description: 'Event',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } },
          },
          404: { description: 'Not found' },
        },
      },
    },
    '/tickets/{ticketId}/qr': {
      get: {
        operationId: 'getTicketCode',
        tags: ['Tickets'],
        parameters: [{ name: 'ticketId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'Image',
            content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      EventId: { type: 'string', format: 'uuid' },
      Event: {
        properties: {
          eventId: { description: 'Its id', $ref: '#/components/schemas/EventId' },
          dates: { type: 'array', items: { type: 'string', format: 'date' } },
          price: { type: ['number', 'null'] },
        },
        required: ['eventId', 'dates'],
      },
    },
  },
}

const folder = mkdtempSync(join(tmpdir(), 'foreign-contract-'))
let files = 0

function write(value: unknown, end: string): string {
  const path = join(folder, `${++files}.${end}`)
  writeFileSync(path, JSON.stringify(value))
  return path
}

async function check(contract: unknown, ...argv: string[]) {
  const { code, out, err } = await runCommand(
    undefined,
    '--contract',
    write(contract, 'json'),
    '--format',
    'json',
    ...argv,
  )
  expect(err).not.toContain('failed')
  const { findings, skipped } = JSON.parse(out)
  const found = findings.map((one: { driftId: string; operationId: string; place: string }) =>
    [one.driftId, one.operationId, one.place].join(' '),
  )
  return { code, found, skipped: skipped.map(({ step }: { step: string }) => step) }
}

const har = (url: string, status: number, body: unknown) => [
  '--har',
  write(sampleHar(url, status, body), 'har'),
]

describe('a foreign contract', () => {
  test.each([
    ['OpenAPI 3.0', petstore],
    ['OpenAPI 3.1', museum],
  ])('%s does not differ from itself', async (_, contract) => {
    expect(await check(contract, '--spec', write(contract, 'json'))).toMatchObject({ code: 0, found: [] })
  })

  test('finds one change of a document', async () => {
    const pets = structuredClone(petstore)
    pets.components.schemas.Pet.properties.name.type = 'integer'
    const { found } = await check(petstore, '--spec', write(pets, 'json'))
    expect(found).toEqual(expect.arrayContaining(['DR25 getPet answer 200 /name']))
    expect(found.every((one: string) => one.endsWith('/name'))).toBe(true)
    const events = structuredClone(museum)
    events.components.schemas.Event.properties.dates.items.format = 'date-time'
    const other = await check(museum, '--spec', write(events, 'json'))
    expect(other.found).toEqual(['DR29 getEvent answer 200 /dates/*'])
  })

  test('finds one change in recorded traffic, and accepts what the contract leaves open', async () => {
    const pet = { id: 1, name: 'Rex', owner: null, kind: { type: 'dog', tricks: 2 } }
    const base = 'https://pets.example/v2/pets'
    expect(await check(petstore, ...har(base, 200, [pet]))).toMatchObject({ code: 0, found: [] })
    expect(await check(petstore, ...har(base, 418, { title: 'Teapot' }))).toMatchObject({ found: [] })
    const one = await check(petstore, ...har(`${base}/7`, 200, { ...pet, id: 'seven' }))
    expect(one).toMatchObject({ code: 1, found: ['DR25 getPet answer 200 /id'] })
    const event = { eventId: '3be6453c-03eb-4357-ae5a-984a0e574a54', dates: ['2026-09-05'], price: null }
    const url = `https://museum.example/v1/events/${event.eventId}`
    expect(await check(museum, ...har(url, 200, event))).toMatchObject({ code: 0, found: [] })
    expect((await check(museum, ...har(url, 200, { ...event, dates: null }))).found).toEqual([
      'DR26 getEvent answer 200 /dates',
    ])
  })

  test('takes a 404 that the contract describes without details for an answer, whatever its detail', async () => {
    const pets = structuredClone(petstore) as { paths: Record<string, { get?: { responses: object } }> }
    const [path, item] = Object.entries(pets.paths).find(([name]) => name.includes('{')) ?? []
    const schema = { type: 'object', properties: { detail: { type: 'string' } } }
    Object.assign(item?.get?.responses ?? {}, {
      404: { description: 'Unknown', content: { 'application/json': { schema } } },
    })
    const url = `https://pets.example/v2${path?.replaceAll(/\{\w+\}/g, '7')}`
    expect(await check(pets, ...har(url, 404, { detail: 'Not Found' }))).toMatchObject({ found: [] })
  })

  test('does not call a contract kept by a document that describes no answer', async () => {
    const text = JSON.stringify(museum).replaceAll('"$ref":"#/components/schemas/Event"', '"title":"Any"')
    const { code } = await check(museum, '--spec', write(JSON.parse(text), 'json'))
    expect(code).toBe(3)
  })

  test('says what it cannot check', async () => {
    const { skipped } = await check(petstore, '--spec', write(petstore, 'json'))
    expect(skipped).toContain('other authentication than one bearer token')
    expect(skipped.some((step: string) => step.startsWith('authentication'))).toBe(true)
  })

  test('--only and --skip choose operations, and a wrong name is refused', async () => {
    const pets = structuredClone(petstore)
    pets.components.schemas.Pet.properties.name.type = 'integer'
    const spec = ['--spec', write(pets, 'json')]
    const isOf = (id: string) => (one: string) => one.includes(id)
    const only = await check(petstore, ...spec, '--only', 'getPet')
    expect(only.found.length).toBeGreaterThan(0)
    expect(only.found.every(isOf('getPet'))).toBe(true)
    expect((await check(petstore, ...spec, '--skip', 'getPet')).found.some(isOf('getPet'))).toBe(false)
    const { code, err } = await runCommand(undefined, ...spec, '--only', 'getTaks')
    expect(code).toBe(2)
    expect(err).toContain('did you mean getTask?')
  })
})
