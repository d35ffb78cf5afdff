import { formatPattern } from '../../../contract/formats'
import { isObject } from '../../../contract/json'
import { matches } from '../../../contract/json-schema'
import type { Operation } from '../../../contract/operation'
import { resolveSchema, type SchemaTable } from '../../../contract/schema-node'
import { getForm, isForm, type RequestLocation, requestLocations } from '../locations'
import {
  type BufferedResponse,
  type Call,
  createSite,
  type Drift,
  type Operators,
  type Site,
} from '../mutant'
import {
  getDetail,
  jsonResponse,
  parseJson,
  successResponse,
  validationError,
  withStatus,
  withText,
} from '../responses'

const encoder = new TextEncoder()

/** Every multipart part, files included. */
function getParts({ body }: Operation): { name: string; isRequired: boolean }[] {
  if (body?.contentType !== 'multipart/form-data') return []
  const required = body.schema.required ?? []
  const names = Object.keys(body.schema.properties ?? {})
  return names.map(name => ({ name, isRequired: required.includes(name) }))
}

async function withForm(call: Call, form: FormData): Promise<Call> {
  const encoded = new Response(form)
  const headers = new Headers(call.headers)
  headers.set('content-type', encoded.headers.get('content-type') ?? '')
  headers.delete('content-length')
  return { ...call, headers, body: new Uint8Array(await encoded.arrayBuffer()) }
}

const unread = (name: string): Drift => ({
  before: call => {
    const value = parseJson(call)
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    const { [name]: _, ...rest } = value
    return { ...call, body: encoder.encode(JSON.stringify(rest)) }
  },
})

/** A field that a model with `extra='forbid'` has lost. */
const forbidden = (name: string): Drift => ({
  before: call => {
    const value = parseJson(call)
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    return validationError(['body', name], 'Extra inputs are not permitted', 'extra_forbidden')
  },
})

const unreadPart = (name: string): Drift => ({
  before: async call => {
    const form = isForm(call) ? await getForm(call) : new FormData()
    if (!form.has(name)) return undefined
    form.delete(name)
    return withForm(call, form)
  },
})

/** The previous password is not compared. */
const unchecked = (detail: string): Drift => ({
  after: (response, { operation }) =>
    operation && getDetail(response) === detail ? successResponse(operation) : undefined,
})

/** For fields whose absence the platform would reject: the effect of ignoring them. */
const unreadRequired: Record<string, Drift> = {
  'updatePassword:/old_password': unchecked('previous password is not valid'),
  'setTaskVisibility:/visible': {
    before: call => {
      const value = parseJson(call)
      const isHiding = isObject(value) && value.visible === false
      return isHiding ? { ...call, body: encoder.encode('{"visible":true}') } : undefined
    },
  },
}

function renamePart(name: string, other: string, isRequired: boolean): Drift {
  return {
    before: async call => {
      if (!isForm(call)) return undefined
      const form = await getForm(call)
      const values = form.getAll(other)
      if (isRequired && values.length === 0)
        return validationError(['body', other], 'Field required', 'missing')
      if (!form.has(name) && values.length === 0) return undefined
      form.delete(name)
      form.delete(other)
      for (const value of values) form.append(name, value)
      return withForm(call, form)
    },
  }
}

const MEGABYTE = 1024 * 1024
const tooLarge = jsonResponse(413, { detail: 'file is too large' })
const tooLargeForProxy = withStatus(
  withText(
    tooLarge,
    '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
    'text/html',
  ),
  413,
)

function refuseFile(isBad: (file: File) => boolean, response: BufferedResponse): Drift {
  return {
    before: async call => {
      const file = isForm(call) ? (await getForm(call)).get('files') : null
      return file instanceof File && isBad(file) ? response : undefined
    },
  }
}

interface Leniency {
  /** Whether the location can be invalid in this way. */
  applies: (location: RequestLocation) => boolean
  isWrong: (value: unknown, location: RequestLocation) => boolean
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTooLong = (value: string, { flat }: RequestLocation) =>
  value.length > (flat.limits.maxLength ?? Number.POSITIVE_INFINITY)

/** How one value can be invalid; numeric limits are covered by `type`. */
const leniencies: Record<string, Leniency> = {
  missing: {
    applies: ({ isRequired, in: where }) => isRequired && where !== 'path',
    isWrong: value => value === undefined,
  },
  'too long': {
    applies: ({ flat }) => flat.limits.maxLength !== undefined,
    isWrong: (value, location) => isText(value) && isTooLong(value, location),
  },
  'too short': {
    applies: ({ flat, in: where }) => (flat.limits.minLength ?? 0) > 0 && where !== 'path',
    isWrong: (value, { flat }) => typeof value === 'string' && value.length < (flat.limits.minLength ?? 0),
  },
  pattern: {
    applies: ({ flat }) => flat.patterns.length > 0,
    isWrong: (value, location) =>
      isText(value) &&
      !isTooLong(value, location) &&
      location.flat.patterns.some(pattern => !new RegExp(pattern, 'u').test(value)),
  },
  format: {
    applies: ({ flat }) => flat.formats.includes('email'),
    isWrong: (value, { flat }) =>
      isText(value) && flat.formats.some(format => !(formatPattern(format)?.test(value) ?? true)),
  },
  type: {
    applies: ({ flat }) => flat.types?.includes('integer') ?? false,
    isWrong: value => value !== undefined && !/^\d+$/.test(String(value)),
  },
}

function lenientSites(operation: Operation, location: RequestLocation, schemas: SchemaTable): Site[] {
  return Object.entries(leniencies)
    .filter(([, { applies }]) => applies(location))
    .map(([name, { isWrong }]) =>
      createSite(`${location.location} ${name}`, {
        after: (response, call) => {
          if (response.status !== 422 || !isWrong(getValue(call, location), location)) return undefined
          return isOtherwiseValid(operation, call, location, schemas) ? successResponse(operation) : undefined
        },
      }),
    )
}

function getValue(call: Call, location: RequestLocation): unknown {
  if (location.in === 'path') return call.params[location.name]
  if (location.in === 'query') return call.url.searchParams.get(location.name) ?? undefined
  const value = parseJson(call)
  if (isObject(value)) return value[location.name]
  const text = new TextDecoder().decode(call.body)
  return new RegExp(`name="${location.name}"\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(text)?.[1]
}

/** A server that is lenient about one field still rejects invalid values of the others. */
function isOtherwiseValid(
  { body }: Operation,
  call: Call,
  location: RequestLocation,
  schemas: SchemaTable,
): boolean {
  const value = parseJson(call)
  if (location.in !== 'body' || !body || !isObject(value)) return true
  const schema = resolveSchema(body.schema, schemas)
  const { [location.name]: _, ...properties } = schema.properties ?? {}
  const { [location.name]: __, ...rest } = value
  const required = schema.required?.filter(name => name !== location.name) ?? []
  return matches({ ...schema, properties, required }, rest, schemas)
}

export const formOperators: Operators = {
  /** A field is ignored, or rejected by a model that forbids unknown fields. */
  DR12: (operation, { schemas }): Site[] => {
    const parts = getParts(operation)
    if (parts.length > 0) {
      const optional = parts.filter(({ isRequired }) => !isRequired)
      return optional.map(({ name }) => createSite(`body:/${name} ignored`, unreadPart(name)))
    }
    return requestLocations(operation, schemas)
      .filter(location => location.in === 'body' && !location.isItem)
      .flatMap(({ name, isRequired }) => {
        const known = unreadRequired[`${operation.operationId}:/${name}`]
        const ignored = known ?? (isRequired ? undefined : unread(name))
        const rejected = createSite(`body:/${name} refused`, forbidden(name))
        return ignored ? [createSite(`body:/${name} ignored`, ignored), rejected] : [rejected]
      })
  },
  /** A multipart part is read under another name. */
  DR18: operation =>
    getParts(operation).map(({ name, isRequired }) => {
      const others = name.endsWith('s') ? [name.slice(0, -1), 'attachments'] : ['message', `${name}_content`]
      return createSite(`body:/${name}`, ...others.map(other => renamePart(name, other, isRequired)))
    }),
  /** Other files are accepted than the contract allows. */
  DR20: operation => {
    if (!getParts(operation).some(({ name }) => name === 'files')) return []
    const unsupported = jsonResponse(415, { detail: 'Unsupported file type' })
    const invalid = validationError(['body', 'files'], 'Value error, unsupported file type', 'value_error')
    const isFileIssue = (response: BufferedResponse) =>
      response.status === 422 && new TextDecoder().decode(response.body).includes('"files"')
    const taken = (isRefused: (response: BufferedResponse) => boolean): Drift => ({
      after: response => (isRefused(response) ? successResponse(operation) : undefined),
    })
    const isOver = (megabytes: number) => (file: File) => file.size > megabytes * MEGABYTE
    return [
      createSite('body:/files smaller', ...[1, 4].map(max => refuseFile(isOver(max), tooLarge))),
      createSite('body:/files smaller for the proxy', refuseFile(isOver(1), tooLargeForProxy)),
      createSite(
        'body:/files larger',
        taken(({ status }) => status === 413),
      ),
      createSite('body:/files of any type', taken(isFileIssue)),
      ...['.docx', '.txt', '.pdf'].map(ending =>
        createSite(
          `body:/files ${ending} refused`,
          ...[unsupported, invalid].map(response =>
            refuseFile(({ name }) => name.toLowerCase().endsWith(ending), response),
          ),
        ),
      ),
    ]
  },
  /** Values that the contract forbids are accepted. */
  DR19: (operation, { schemas }) =>
    requestLocations(operation, schemas)
      .filter(({ isItem }) => !isItem)
      .flatMap(location => lenientSites(operation, location, schemas)),
}
