import { isObject } from '../../../contract/json'
import { camelCase, renameKey } from '../change-at'
import { getForm, isForm, type RequestLocation, requestLocations, valueAt } from '../locations'
import {
  type BufferedResponse,
  type Call,
  createSite,
  type Drift,
  type Operators,
  type Site,
} from '../mutant'
import { jsonResponse, parseJson, validationError } from '../responses'

const notFound = () => jsonResponse(404, { detail: 'Not Found' })

function rebase(call: Call, from: string, to: string) {
  const { pathname } = call.url
  if (!pathname.startsWith(`${from}/`)) return undefined
  if (!pathname.startsWith(`${to}/`)) return notFound()
  const url = new URL(call.url)
  url.pathname = from + pathname.slice(to.length)
  return { ...call, url }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const encoder = new TextEncoder()

function renameQuery(name: string, other: string): Drift {
  return {
    before: call => {
      const url = new URL(call.url)
      const values = url.searchParams.getAll(other)
      if (!url.searchParams.has(name) && values.length === 0) return undefined
      url.searchParams.delete(name)
      for (const value of values) url.searchParams.append(name, value)
      return { ...call, url }
    },
  }
}

function requireQuery(name: string): Drift {
  const refuse = () => validationError(['query', name], 'Field required', 'missing')
  return { before: call => (call.url.searchParams.has(name) ? undefined : refuse()) }
}

function requireField(name: string): Drift {
  return {
    before: async call => {
      if (call.body.length === 0) return undefined
      const value = parseJson(call)
      const isThere = isForm(call) ? (await getForm(call)).has(name) : isObject(value) && name in value
      return isThere ? undefined : validationError(['body', name], 'Field required', 'missing')
    },
  }
}

function getFields(locations: readonly RequestLocation[]): RequestLocation[] {
  return locations.filter(location => location.in === 'body' && !location.isItem)
}

function renameField(call: Call, name: string, other: string): Call | undefined {
  const value = parseJson(call)
  if (!isObject(value) || (!(name in value) && !(other in value))) return undefined
  const { [name]: _, ...rest } = value
  return { ...call, body: encoder.encode(JSON.stringify(renameKey(rest, other, name))) }
}

function refuseNull(location: RequestLocation): Drift {
  const refuse = () =>
    validationError(['body', location.name], 'Input should be a valid string', 'string_type')
  return { before: async call => ((await valueAt(call, location)) === null ? refuse() : undefined) }
}

/** Rejects a request by one value; lists by any of their items. */
function refuseWhere(location: RequestLocation, isBad: (value: unknown) => boolean, type: string): Drift {
  const loc = [location.in, location.name]
  return {
    before: async call => {
      const value = await valueAt(call, location)
      const values = location.isItem && Array.isArray(value) ? value : [value]
      return values.some(isBad) ? validationError(loc, 'Value error, not allowed', type) : undefined
    },
  }
}

function getLength(value: unknown): number | undefined {
  if (typeof value === 'string') return Array.from(value).length
  return Array.isArray(value) ? value.length : undefined
}

function isBetween(length: number | undefined, min: number, max: number): boolean {
  return length !== undefined && length >= min && length <= max
}

export const requestOperators: Operators = {
  /** The framework does not know the path. */
  DR01: () => [createSite('operation', { before: notFound })],
  /** The path exists with another method. */
  DR02: ({ method }) => {
    const allow = method === 'patch' ? 'PUT' : method === 'get' ? 'POST' : 'PATCH'
    const refuse = () => jsonResponse(405, { detail: 'Method Not Allowed' }, { allow })
    return [createSite(`method ${allow}`, { before: refuse })]
  },
  /** One path is renamed, or the base path moves. */
  DR03: {
    sites: () => [createSite('path', { before: notFound })],
    globalSites: ({ basePath }) => [
      createSite(
        'base path',
        ...['/api/v2', '/v1'].map(to => ({ before: (call: Call) => rebase(call, basePath, to) })),
      ),
    ],
  },
  /** A path parameter has another type, by its annotation or by a converter of the route. */
  DR06: (operation, { schemas }) =>
    requestLocations(operation, schemas)
      .filter(location => location.in === 'path')
      .map(({ name, location, flat }) => {
        const isNumber = flat.types?.includes('integer') ?? false
        const unlessMatching = (pattern: RegExp, refuse: () => BufferedResponse) => ({
          before: ({ params }: { params: Readonly<Record<string, string>> }) =>
            pattern.test(params[name] ?? '') ? undefined : refuse(),
        })
        const loc = ['path', name]
        const asUuid = () =>
          validationError(loc, 'Input should be a valid UUID, invalid character', 'uuid_parsing')
        const asNumber = () => validationError(loc, 'Input should be a valid integer', 'int_parsing')
        return isNumber
          ? createSite(location, unlessMatching(uuid, asUuid), unlessMatching(uuid, notFound))
          : createSite(location, unlessMatching(/^\d+$/, asNumber), unlessMatching(uuid, asUuid))
      }),
  /** The server reads another name and ignores the old one. */
  DR07: (operation, { schemas }) =>
    requestLocations(operation, schemas)
      .filter(location => location.in === 'query')
      .map(({ name, location }) =>
        createSite(location, ...[camelCase(name), `${name}_value`].map(other => renameQuery(name, other))),
      ),
  /** Every request needs another query parameter. */
  DR08: () => [createSite('query', ...['attempt_id', 'locale', 'page'].map(name => requireQuery(name)))],
  /** Every body needs another field. */
  DR10: ({ body }) =>
    body ? [createSite('body', ...['captcha', 'device_id'].map(name => requireField(name)))] : [],
  /** The server reads a field under another name. */
  DR11: (operation, { schemas }) =>
    // Multipart parts are a class of their own.
    operation.body?.contentType === 'multipart/form-data'
      ? []
      : getFields(requestLocations(operation, schemas)).map(({ name, location }) =>
          createSite(
            location,
            ...[camelCase(name), `${name}_text`].map(other => ({
              before: (call: Call) => renameField(call, name, other),
            })),
          ),
        ),
  /** Null is rejected although the contract allows it. */
  DR16: (operation, { schemas }) =>
    getFields(requestLocations(operation, schemas))
      .filter(({ flat }) => flat.types?.includes('null'))
      .map(location => createSite(location.location, refuseNull(location))),
  /** The body is read as another media type. */
  DR17: ({ body }): Site[] => {
    if (!body) return []
    const issue = validationError(['body'], 'Input should be a valid dictionary', 'dict_type')
    const rejections = [jsonResponse(415, { detail: 'Unsupported Media Type' }), issue]
    const isOfContract = ({ headers }: Call) => headers.get('content-type')?.startsWith(body.contentType)
    const variants = rejections.map(response => ({
      before: (call: Call) => (isOfContract(call) ? response : undefined),
    }))
    return [createSite('body media type', ...variants)]
  },
  /** Some characters that the pattern allows are rejected. */
  DR13: (operation, { schemas }) =>
    requestLocations(operation, schemas)
      .filter(({ flat }) => flat.patterns.length > 0)
      .map(location => {
        const allowsAllLetters = location.flat.patterns.some(pattern => pattern.includes('\\p{L}'))
        const patterns = [/[-_]/, /-/, /_/, allowsAllLetters ? /[^ -~]/ : /[A-Z]/]
        const variants = patterns.map(pattern =>
          refuseWhere(
            location,
            value => typeof value === 'string' && pattern.test(value),
            'string_pattern_mismatch',
          ),
        )
        return createSite(location.location, ...variants)
      }),
  /** Long texts and lists are rejected; the strictest and the smallest change. */
  DR14: (operation, { schemas }) =>
    requestLocations(operation, schemas).flatMap((location): Site[] => {
      const max = location.flat.limits.maxLength ?? location.flat.limits.maxItems
      if (max === undefined) return []
      const tooLong = (limit: number) =>
        refuseWhere(location, value => isBetween(getLength(value), limit + 1, max), 'string_too_long')
      return [createSite(location.location, tooLong(Math.floor(max / 3)), tooLong(max - 1))]
    }),
  /** Short texts and lists are rejected. */
  DR15: (operation, { schemas }) =>
    requestLocations(operation, schemas).flatMap((location): Site[] => {
      const min = location.flat.limits.minLength ?? location.flat.limits.minItems
      if (min === undefined) return []
      const tooShort = (limit: number) =>
        refuseWhere(location, value => isBetween(getLength(value), min, limit - 1), 'string_too_short')
      return [createSite(location.location, tooShort(min + 4), tooShort(min + 1))]
    }),
}
