import { isObject } from '../../../scripts/lib/json'
import { jsonAnswer, jsonOf, refusal } from '../answered'
import { camelCase, renameKey } from '../json-places'
import { type Call, type Drift, type Operator, type Site, siteOf } from '../mutant'
import { formOf, isForm, type RequestPlace, requestPlaces, valueAt } from '../request-places'

const encoder = new TextEncoder()

/** DR07: the server reads another name, and knows nothing of the old one. */
const queryRenamed: Operator = {
  driftId: 'DR07',
  sites: (operation, { schemas }) =>
    requestPlaces(operation, schemas)
      .filter(place => place.in === 'query')
      .map(({ name, place }) =>
        siteOf(place, ...[camelCase(name), `${name}_value`].map(other => renameQuery(name, other))),
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

/** DR08: every call must carry something more in its address. */
const queryAdded: Operator = {
  driftId: 'DR08',
  sites: () => [siteOf('query', ...['attempt_id', 'locale', 'page'].map(name => requireQuery(name)))],
}

function requireQuery(name: string): Drift {
  const refuse = () => refusal(['query', name], 'Field required', 'missing')
  return { before: call => (call.url.searchParams.has(name) ? undefined : refuse()) }
}

/** DR10: every body must carry a field more. */
const fieldAdded: Operator = {
  driftId: 'DR10',
  sites: ({ body }) =>
    body ? [siteOf('body', ...['captcha', 'device_id'].map(name => requireField(name)))] : [],
}

function requireField(name: string): Drift {
  return {
    before: async call => {
      if (call.body.length === 0) return undefined
      const value = jsonOf(call)
      const isThere = isForm(call) ? (await formOf(call)).has(name) : isObject(value) && name in value
      return isThere ? undefined : refusal(['body', name], 'Field required', 'missing')
    },
  }
}

/** DR11: the server reads a field under another name. */
const fieldRenamed: Operator = {
  driftId: 'DR11',
  sites: (operation, { schemas }) =>
    // The parts of a form are a class of their own.
    operation.body?.contentType === 'multipart/form-data'
      ? []
      : fieldsOf(requestPlaces(operation, schemas)).map(({ name, place }) =>
          siteOf(
            place,
            ...[camelCase(name), `${name}_text`].map(other => ({
              before: (call: Call) => renameField(call, name, other),
            })),
          ),
        ),
}

function fieldsOf(places: readonly RequestPlace[]): RequestPlace[] {
  return places.filter(place => place.in === 'body' && !place.isItem)
}

function renameField(call: Call, name: string, other: string): Call | undefined {
  const value = jsonOf(call)
  if (!isObject(value) || (!(name in value) && !(other in value))) return undefined
  const { [name]: _, ...rest } = value
  return { ...call, body: encoder.encode(JSON.stringify(renameKey(rest, other, name))) }
}

/** DR16: a null that the contract allows is refused. */
const nullRefused: Operator = {
  driftId: 'DR16',
  sites: (operation, { schemas }) =>
    fieldsOf(requestPlaces(operation, schemas))
      .filter(({ flat }) => flat.types?.includes('null'))
      .map(place => siteOf(place.place, refuseNull(place))),
}

function refuseNull(place: RequestPlace): Drift {
  const refuse = () => refusal(['body', place.name], 'Input should be a valid string', 'string_type')
  return { before: async call => ((await valueAt(call, place)) === null ? refuse() : undefined) }
}

/** DR17: the body is read as another media type. */
const otherMedia: Operator = {
  driftId: 'DR17',
  sites: ({ body }): Site[] => {
    if (!body) return []
    const issue = refusal(['body'], 'Input should be a valid dictionary', 'dict_type')
    const refusals = [jsonAnswer(415, { detail: 'Unsupported Media Type' }), issue]
    const isOfContract = ({ headers }: Call) => headers.get('content-type')?.startsWith(body.contentType)
    const ways = refusals.map(answer => ({
      before: (call: Call) => (isOfContract(call) ? answer : undefined),
    }))
    return [siteOf('body media type', ...ways)]
  },
}

export const questionOperators: readonly Operator[] = [
  queryRenamed,
  queryAdded,
  fieldAdded,
  fieldRenamed,
  nullRefused,
  otherMedia,
]
