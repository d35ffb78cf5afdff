import { isObject } from '../../../scripts/lib/json'
import type { Operation } from '../../../scripts/lib/operation'
import { type BufferedResponse, type Call, createSite, type Drift, type Operator, type Site } from '../mutant'
import { formOf, isForm, requestLocations } from '../request-locations'
import { getDetail, jsonResponse, parseJson, validationError, withStatus, withText } from '../responses'
import { successResponse } from '../success-response'

const encoder = new TextEncoder()

/** Every multipart part, files included. */
function partsOf({ body }: Operation): { name: string; isRequired: boolean }[] {
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
    const form = isForm(call) ? await formOf(call) : new FormData()
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

/** DR12: a field is ignored, or rejected by a model that forbids unknown fields. */
const fieldIgnored: Operator = {
  driftId: 'DR12',
  sites: (operation, { schemas }): Site[] => {
    const parts = partsOf(operation)
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
}

/** DR18: a multipart part is read under another name. */
const partRenamed: Operator = {
  driftId: 'DR18',
  sites: operation =>
    partsOf(operation).map(({ name, isRequired }) => {
      const others = name.endsWith('s') ? [name.slice(0, -1), 'attachments'] : ['message', `${name}_content`]
      return createSite(`body:/${name}`, ...others.map(other => renamePart(name, other, isRequired)))
    }),
}

function renamePart(name: string, other: string, isRequired: boolean): Drift {
  return {
    before: async call => {
      if (!isForm(call)) return undefined
      const form = await formOf(call)
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

/** DR20: other files are accepted than the contract allows. */
const otherFiles: Operator = {
  driftId: 'DR20',
  sites: operation => {
    if (!partsOf(operation).some(({ name }) => name === 'files')) return []
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
}

function refuseFile(isBad: (file: File) => boolean, response: BufferedResponse): Drift {
  return {
    before: async call => {
      const file = isForm(call) ? (await formOf(call)).get('files') : null
      return file instanceof File && isBad(file) ? response : undefined
    },
  }
}

export const formOperators: readonly Operator[] = [fieldIgnored, partRenamed, otherFiles]
