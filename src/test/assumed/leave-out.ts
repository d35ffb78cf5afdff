import type { TestServer } from '../../../mocks/node'
import type { Mark, Place } from './marks'

type Json = unknown

const without = (value: Json, [step = '', ...rest]: readonly string[]): Json => {
  if (Array.isArray(value)) return step === '*' ? value.map(item => without(item, rest)) : value
  if (typeof value !== 'object' || value === null || !(step in value)) return value
  const { [step]: inside, ...others } = value as Record<string, Json>
  return rest.length === 0 ? others : { ...others, [step]: without(inside, rest) }
}

const patternOf = ({ path }: Place): RegExp => new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`)

const isAnswerOf = (place: Place, request: Request, status: number): boolean =>
  place.status === status &&
  place.method === request.method.toLowerCase() &&
  patternOf(place).test(new URL(request.url).pathname)

/** Makes a platform of which no answer holds what these marks stand for. Call it once the platform listens. */
export const leaveOut = (marks: readonly Mark[], { jar }: Pick<TestServer, 'jar'>): void => {
  const inner = globalThis.fetch
  const missing = marks.filter(({ kind }) => kind === 'operation').flatMap(({ places }) => places)
  const headers = marks.filter(({ kind }) => kind === 'header').flatMap(({ places }) => places)
  const properties = marks.filter(({ kind }) => kind === 'property').flatMap(({ places }) => places)
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (missing.some(place => isAnswerOf(place, request, 404)))
      return Response.json({ detail: 'Not Found' }, { status: 404 })
    const response = await inner(request)
    const isHere = (place: Place) => isAnswerOf(place, request, response.status)
    if (headers.some(isHere)) {
      // The simulated platform keeps the cookie that a browser would not have been given.
      jar.store(['refresh_token=; Path=/api/auth; Max-Age=0'])
      response.headers.delete('retry-after')
      return response
    }
    const pointers = properties.filter(isHere).map(({ pointer = [] }) => pointer)
    if (pointers.length === 0 || !response.headers.get('content-type')?.includes('json')) return response
    const body: Json = pointers.reduce(without, await response.json())
    const { status, headers: sent } = response
    return new Response(JSON.stringify(body), { status, headers: sent })
  }
}
