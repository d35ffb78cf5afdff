import type { TestServer } from '../../../mocks/node'
import type { AnswerLocation, AssumedItem } from './assumed-items'

type Json = unknown

const omit = (value: Json, [step = '', ...rest]: readonly string[]): Json => {
  if (Array.isArray(value)) return step === '*' ? value.map(item => omit(item, rest)) : value
  if (typeof value !== 'object' || value === null || !(step in value)) return value
  const { [step]: inside, ...others } = value as Record<string, Json>
  return rest.length === 0 ? others : { ...others, [step]: omit(inside, rest) }
}

const isAt = ({ path, method, status }: AnswerLocation, request: Request, actual: number): boolean =>
  status === actual &&
  method === request.method.toLowerCase() &&
  new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(new URL(request.url).pathname)

/** Wraps `fetch` so that no answer contains these items. Call it after the platform listens. */
export const omitFromAnswers = (items: readonly AssumedItem[], { jar }: Pick<TestServer, 'jar'>): void => {
  const originalFetch = globalThis.fetch
  const getLocations = (kind: AssumedItem['kind']) =>
    items.filter(item => item.kind === kind).flatMap(({ locations }) => locations)
  const operations = getLocations('operation')
  const headers = getLocations('header')
  const properties = getLocations('property')
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (operations.some(location => isAt(location, request, 404)))
      return Response.json({ detail: 'Not Found' }, { status: 404 })
    const response = await originalFetch(request)
    const isHere = (location: AnswerLocation) => isAt(location, request, response.status)
    if (headers.some(isHere)) {
      // Without Set-Cookie the browser would not have the cookie.
      jar.store(['refresh_token=; Path=/api/auth; Max-Age=0'])
      response.headers.delete('retry-after')
      return response
    }
    const pointers = properties.filter(isHere).map(({ pointer = [] }) => pointer)
    if (pointers.length === 0 || !response.headers.get('content-type')?.includes('json')) return response
    const body: Json = pointers.reduce(omit, await response.json())
    return new Response(JSON.stringify(body), { status: response.status, headers: response.headers })
  }
}
