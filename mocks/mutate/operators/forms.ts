import { isObject } from '../../../scripts/lib/json'
import type { Operation } from '../../../scripts/lib/operation'
import { detailOf, jsonAnswer, jsonOf, refusal, withStatus, withText } from '../answered'
import { type Answered, type Call, type Drift, type Operator, type Site, siteOf } from '../mutant'
import { formOf, isForm, requestPlaces } from '../request-places'
import { successAnswer } from '../success-answer'

const encoder = new TextEncoder()

/** Every part of a form with whether it must be there; files too. */
function partsOf({ body }: Operation): { name: string; isRequired: boolean }[] {
  if (body?.contentType !== 'multipart/form-data') return []
  const required = body.schema.required ?? []
  const names = Object.keys(body.schema.properties ?? {})
  return names.map(name => ({ name, isRequired: required.includes(name) }))
}

/** The same question with another form. */
async function withForm(call: Call, form: FormData): Promise<Call> {
  const encoded = new Response(form)
  const headers = new Headers(call.headers)
  headers.set('content-type', encoded.headers.get('content-type') ?? '')
  headers.delete('content-length')
  return { ...call, headers, body: new Uint8Array(await encoded.arrayBuffer()) }
}

/** A field of a JSON body that is read no more. */
const unread = (name: string): Drift => ({
  before: call => {
    const value = jsonOf(call)
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    const { [name]: _, ...rest } = value
    return { ...call, body: encoder.encode(JSON.stringify(rest)) }
  },
})

/** A field that a model with `extra='forbid'` has lost. */
const forbidden = (name: string): Drift => ({
  before: call => {
    const value = jsonOf(call)
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    return refusal(['body', name], 'Extra inputs are not permitted', 'extra_forbidden')
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

/** Nobody compares the password of before with the one that is sent. */
const unchecked = (detail: string): Drift => ({
  alter: (answer, { operation }) =>
    operation && detailOf(answer) === detail ? successAnswer(operation) : undefined,
})

/** What is done where a field is read no more, for those whose absence the platform itself would refuse. */
const unreadRequired: Record<string, Drift> = {
  'updatePassword:/old_password': unchecked('previous password is not valid'),
  'setTaskVisibility:/visible': {
    before: call => {
      const value = jsonOf(call)
      const isHiding = isObject(value) && value.visible === false
      return isHiding ? { ...call, body: encoder.encode('{"visible":true}') } : undefined
    },
  },
}

/** DR12: a field is read no more, silently or by a model that forbids what it does not know. */
const fieldIgnored: Operator = {
  driftId: 'DR12',
  sites: (operation, { schemas }): Site[] => {
    const parts = partsOf(operation)
    if (parts.length > 0) {
      const optional = parts.filter(({ isRequired }) => !isRequired)
      return optional.map(({ name }) => siteOf(`body:/${name} ignored`, unreadPart(name)))
    }
    return requestPlaces(operation, schemas)
      .filter(place => place.in === 'body' && !place.isItem)
      .flatMap(({ name, isRequired }) => {
        const known = unreadRequired[`${operation.operationId}:/${name}`]
        const ignored = known ?? (isRequired ? undefined : unread(name))
        const refused = siteOf(`body:/${name} refused`, forbidden(name))
        return ignored ? [siteOf(`body:/${name} ignored`, ignored), refused] : [refused]
      })
  },
}

/** DR18: a part of a form is read under another name. */
const partRenamed: Operator = {
  driftId: 'DR18',
  sites: operation =>
    partsOf(operation).map(({ name, isRequired }) => {
      const others = name.endsWith('s') ? [name.slice(0, -1), 'attachments'] : ['message', `${name}_content`]
      return siteOf(`body:/${name}`, ...others.map(other => renamePart(name, other, isRequired)))
    }),
}

function renamePart(name: string, other: string, isRequired: boolean): Drift {
  return {
    before: async call => {
      if (!isForm(call)) return undefined
      const form = await formOf(call)
      const values = form.getAll(other)
      if (isRequired && values.length === 0) return refusal(['body', other], 'Field required', 'missing')
      if (!form.has(name) && values.length === 0) return undefined
      form.delete(name)
      form.delete(other)
      for (const value of values) form.append(name, value)
      return withForm(call, form)
    },
  }
}

const megabyte = 1024 * 1024
const tooLarge = jsonAnswer(413, { detail: 'file is too large' })
const tooLargeForProxy = withStatus(
  withText(
    tooLarge,
    '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
    'text/html',
  ),
  413,
)

/** DR20: other files are taken than those that the contract allows. */
const otherFiles: Operator = {
  driftId: 'DR20',
  sites: operation => {
    if (!partsOf(operation).some(({ name }) => name === 'files')) return []
    const unsupported = jsonAnswer(415, { detail: 'Unsupported file type' })
    const invalid = refusal(['body', 'files'], 'Value error, unsupported file type', 'value_error')
    const isFileIssue = (answer: Answered) =>
      answer.status === 422 && new TextDecoder().decode(answer.body).includes('"files"')
    const taken = (isRefused: (answer: Answered) => boolean): Drift => ({
      alter: answer => (isRefused(answer) ? successAnswer(operation) : undefined),
    })
    const isOver = (megabytes: number) => (file: File) => file.size > megabytes * megabyte
    return [
      siteOf('body:/files smaller', ...[1, 4].map(most => refuseFile(isOver(most), tooLarge))),
      siteOf('body:/files smaller for the proxy', refuseFile(isOver(1), tooLargeForProxy)),
      siteOf(
        'body:/files larger',
        taken(({ status }) => status === 413),
      ),
      siteOf('body:/files of any type', taken(isFileIssue)),
      ...['.docx', '.txt', '.pdf'].map(ending =>
        siteOf(
          `body:/files ${ending} refused`,
          ...[unsupported, invalid].map(answer =>
            refuseFile(({ name }) => name.toLowerCase().endsWith(ending), answer),
          ),
        ),
      ),
    ]
  },
}

function refuseFile(isBad: (file: File) => boolean, answer: Answered): Drift {
  return {
    before: async call => {
      const file = isForm(call) ? (await formOf(call)).get('files') : null
      return file instanceof File && isBad(file) ? answer : undefined
    },
  }
}

export const formOperators: readonly Operator[] = [fieldIgnored, partRenamed, otherFiles]
