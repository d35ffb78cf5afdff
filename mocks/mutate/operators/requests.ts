import { isObject } from '../../../scripts/lib/json'
import { camelCase, renameKey } from '../change-at'
import { type Call, createSite, type Drift, type Operator, type Site } from '../mutant'
import { formOf, isForm, type RequestLocation, requestLocations, valueAt } from '../request-locations'
import { jsonResponse, parseJson, validationError } from '../responses'

const encoder = new TextEncoder()

/** DR07: the server reads another name and ignores the old one. */
const queryRenamed: Operator = {
  driftId: 'DR07',
  sites: (operation, { schemas }) =>
    requestLocations(operation, schemas)
      .filter(location => location.in === 'query')
      .map(({ name, location }) =>
        createSite(location, ...[camelCase(name), `${name}_value`].map(other => renameQuery(name, other))),
      ),
}

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

/** DR08: every request needs another query parameter. */
const queryAdded: Operator = {
  driftId: 'DR08',
  sites: () => [createSite('query', ...['attempt_id', 'locale', 'page'].map(name => requireQuery(name)))],
}

function requireQuery(name: string): Drift {
  const refuse = () => validationError(['query', name], 'Field required', 'missing')
  return { before: call => (call.url.searchParams.has(name) ? undefined : refuse()) }
}

/** DR10: every body needs another field. */
const fieldAdded: Operator = {
  driftId: 'DR10',
  sites: ({ body }) =>
    body ? [createSite('body', ...['captcha', 'device_id'].map(name => requireField(name)))] : [],
}

function requireField(name: string): Drift {
  return {
    before: async call => {
      if (call.body.length === 0) return undefined
      const value = parseJson(call)
      const isThere = isForm(call) ? (await formOf(call)).has(name) : isObject(value) && name in value
      return isThere ? undefined : validationError(['body', name], 'Field required', 'missing')
    },
  }
}

/** DR11: the server reads a field under another name. */
const fieldRenamed: Operator = {
  driftId: 'DR11',
  sites: (operation, { schemas }) =>
    // Multipart parts are a class of their own.
    operation.body?.contentType === 'multipart/form-data'
      ? []
      : fieldsOf(requestLocations(operation, schemas)).map(({ name, location }) =>
          createSite(
            location,
            ...[camelCase(name), `${name}_text`].map(other => ({
              before: (call: Call) => renameField(call, name, other),
            })),
          ),
        ),
}

function fieldsOf(locations: readonly RequestLocation[]): RequestLocation[] {
  return locations.filter(location => location.in === 'body' && !location.isItem)
}

function renameField(call: Call, name: string, other: string): Call | undefined {
  const value = parseJson(call)
  if (!isObject(value) || (!(name in value) && !(other in value))) return undefined
  const { [name]: _, ...rest } = value
  return { ...call, body: encoder.encode(JSON.stringify(renameKey(rest, other, name))) }
}

/** DR16: null is rejected although the contract allows it. */
const nullRefused: Operator = {
  driftId: 'DR16',
  sites: (operation, { schemas }) =>
    fieldsOf(requestLocations(operation, schemas))
      .filter(({ flat }) => flat.types?.includes('null'))
      .map(location => createSite(location.location, refuseNull(location))),
}

function refuseNull(location: RequestLocation): Drift {
  const refuse = () =>
    validationError(['body', location.name], 'Input should be a valid string', 'string_type')
  return { before: async call => ((await valueAt(call, location)) === null ? refuse() : undefined) }
}

/** DR17: the body is read as another media type. */
const otherMedia: Operator = {
  driftId: 'DR17',
  sites: ({ body }): Site[] => {
    if (!body) return []
    const issue = validationError(['body'], 'Input should be a valid dictionary', 'dict_type')
    const rejections = [jsonResponse(415, { detail: 'Unsupported Media Type' }), issue]
    const isOfContract = ({ headers }: Call) => headers.get('content-type')?.startsWith(body.contentType)
    const variants = rejections.map(response => ({
      before: (call: Call) => (isOfContract(call) ? response : undefined),
    }))
    return [createSite('body media type', ...variants)]
  },
}

export const requestOperators: readonly Operator[] = [
  queryRenamed,
  queryAdded,
  fieldAdded,
  fieldRenamed,
  nullRefused,
  otherMedia,
]
