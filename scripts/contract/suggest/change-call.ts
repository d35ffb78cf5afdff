import { listAt, objectAt } from '../../lib/json'
import type { Operation } from '../../lib/operation'
import type { Finding } from '../finding'
import type { ContractDraft, Path } from './contract-draft'
import { operationPath, statusIn } from './sites'

/** Also removes the path if it has no other method. */
export function removeOperation(draft: ContractDraft, operation: Operation): void {
  const path = operationPath(operation)
  const others = Object.keys(objectAt(draft.at(path.slice(0, -1)))).filter(key => key !== operation.method)
  draft.remove(others.length === 0 ? path.slice(0, -1) : path)
}

/** The parameter in a place such as `query task_id`, with its location if the contract has it. */
export function findParameter(
  draft: ContractDraft,
  operation: Operation,
  { place }: Finding,
): { readonly in: string; readonly name: string; readonly list: Path; readonly at?: Path } | undefined {
  const [, where, name] = /^(path|query|header|cookie) (\S+)$/.exec(place) ?? []
  if (where === undefined || name === undefined) return undefined
  const list = [...operationPath(operation), 'parameters']
  const index = listAt(draft.at(list)).findIndex(
    one => objectAt(one).name === name && objectAt(one).in === where,
  )
  return { in: where, name, list, ...(index >= 0 && { at: [...list, index] }) }
}

export function setParameter(
  draft: ContractDraft,
  operation: Operation,
  finding: Finding,
  required: boolean,
): void {
  const parameter = findParameter(draft, operation, finding)
  if (!parameter) return
  if (parameter.at) draft.set([...parameter.at, 'required'], required)
  else {
    const { in: where, name } = parameter
    draft.append(parameter.list, { in: where, name, required, schema: { type: 'string' } })
  }
}

export function renumberResponse(draft: ContractDraft, operation: Operation, finding: Finding): void {
  const responses = [...operationPath(operation), 'responses']
  const seen = findNewStatus(draft, operation, finding)
  const old = Object.keys(objectAt(draft.at(responses))).find(status => status.startsWith('2'))
  if (seen === undefined || old === undefined) return
  const response = draft.at([...responses, old])
  draft.remove([...responses, old])
  draft.set([...responses, seen], response)
}

export function addErrorStatus(draft: ContractDraft, operation: Operation, finding: Finding): void {
  const status = findNewStatus(draft, operation, finding)
  if (status === undefined) return
  const schema = { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } }
  draft.set([...operationPath(operation), 'responses', status], {
    description: 'Seen at the server; describe when it occurs and which details it has.',
    content: { 'application/json': { schema } },
  })
}

/** The status that was seen and is not documented. */
function findNewStatus(draft: ContractDraft, operation: Operation, finding: Finding): string | undefined {
  const known = Object.keys(objectAt(draft.at([...operationPath(operation), 'responses'])))
  const { witness, evidence } = finding
  const seen = [statusIn(finding), witness, ...evidence.map(({ status }) => status)].map(String)
  return seen.find(status => /^[2-5]\d\d$/.test(status) && !known.includes(status))
}

export function makeHeaderOptional(draft: ContractDraft, operation: Operation, { place }: Finding): void {
  const [, status, name] = /^answer (\d{3}) header (\S+)$/.exec(place) ?? []
  if (status === undefined || name === undefined) return
  const headers = [...operationPath(operation), 'responses', status, 'headers']
  const key = Object.keys(objectAt(draft.at(headers))).find(
    known => known.toLowerCase() === name.toLowerCase(),
  )
  if (key !== undefined) draft.set([...headers, key, 'required'], false)
}

/** The schema is unknown except for text. */
export function changeMediaType(draft: ContractDraft, operation: Operation, finding: Finding): void {
  const type =
    String(finding.witness ?? '')
      .split(';')[0]
      ?.trim()
      .toLowerCase() ?? ''
  const status = statusIn(finding)
  if (!/^[a-z]+\/[\w.+-]+$/.test(type) || status === undefined) return
  const content = [...operationPath(operation), 'responses', status, 'content']
  if (draft.at(content) === undefined) return
  const schema = type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
  draft.set(content, { [type]: { schema: type === 'application/json' ? {} : schema } })
}
