import { getResponse } from 'msw'
import { expect, test } from 'vitest'
import { makeHandlers } from './handlers.gen'
import { basePath, type OperationId, operationTable } from './operations.gen'

const origin = 'http://localhost'

/** Which operation a request reaches, and with which path parameters. */
async function findOperation(
  method: string,
  path: string,
): Promise<{ id: OperationId; params: Record<string, string> } | undefined> {
  let found: { id: OperationId; params: Record<string, string> } | undefined
  const handlers = makeHandlers(
    async (id, { params }) => {
      found = { id, params: { ...params } }
      return new Response()
    },
    { baseUrl: origin },
  )
  await getResponse(handlers, new Request(`${origin}${path}`, { method: method.toUpperCase() }))
  return found
}

test.each(operationTable)('$method $path reaches $operationId', async ({ method, path, operationId }) => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${name}%20%D1%8F`)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
  expect(await findOperation(method, `${basePath}${filled}`)).toEqual({
    id: operationId,
    params: Object.fromEntries(names.map(name => [name, `${name} я`])),
  })
})

test('a special path wins over a parameter', async () => {
  expect((await findOperation('post', '/api/groups/get-ids'))?.id).toBe('findLmsTask')
  expect((await findOperation('get', '/api/groups/7'))?.id).toBe('getGroup')
})

test.each(['/groups', '/other/api/groups', '/apigroups', '/api/unknown', '/api/groups/1/2'])(
  'GET %s reaches nothing',
  async path => {
    expect(await findOperation('get', path)).toBeUndefined()
  },
)

test('handlers are bound to one origin', async () => {
  const handlers = makeHandlers(async () => new Response(), { baseUrl: origin })
  expect(await getResponse(handlers, new Request('http://elsewhere.example/api/groups'))).toBeUndefined()
})
