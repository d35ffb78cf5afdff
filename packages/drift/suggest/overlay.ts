import { Document, isCollection, isNode } from 'yaml'
import { isObject } from '../../contract/json'
import type { Operation } from '../../contract/operation'
import type { Contract } from '../../contract/read-contract'
import type { DriftId } from '../../contract/validator/drift-classes'
import { type Finding, getPlaces } from '../finding'
import { counted, headline, plain, wrap } from '../report/formatting'
import {
  type Action,
  addErrorStatus,
  addProperty,
  allowNull,
  bodySchemaPath,
  ContractDraft,
  changeEnum,
  changeMediaType,
  dropFormat,
  dropLimits,
  findParameter,
  findSite,
  makeHeaderOptional,
  makeOptional,
  type Path,
  pointerIn,
  removeOperation,
  removeProperty,
  renameProperty,
  renumberResponse,
  type Site,
  setParameter,
  widenType,
} from './contract-draft'

type Described = Action & { readonly description?: string }

/**
 * Writes an OpenAPI Overlay 1.0 that makes the contract accept the drift. Drift that a document cannot accept
 * is listed in comments with the reason. Findings of the baseline are left out.
 */
export function writeOverlay(findings: readonly Finding[], contract: Contract): string {
  const draft = new ContractDraft(contract.document)
  const open = findings.flatMap(getPlaces).filter(({ accepted }) => accepted === undefined)
  const groups = open.map(finding => ({ finding, actions: getActions(finding, contract, draft) }))
  const accepted = groups.filter(({ actions }) => actions.length > 0)
  // A change of a shared schema covers all its operations.
  const isCovered = ({ driftId, contractAt }: Finding) =>
    contractAt !== undefined &&
    accepted.some(({ finding }) => finding.driftId === driftId && finding.contractAt === contractAt)
  const notSuggested = groups.filter(({ finding, actions }) => actions.length === 0 && !isCovered(finding))
  const actions = accepted.flatMap(group => group.actions)
  const document = new Document(
    {
      overlay: '1.0.0',
      info: { title: 'Changes of the contract that accept the drift', version: '1.0.0' },
      // The format requires at least one action; this one changes nothing.
      actions: actions.length > 0 ? actions : [{ target: '$.info', update: {} }],
    },
    { aliasDuplicateObjects: false },
  )
  document.commentBefore = head(accepted.length)
  const list = document.get('actions', true)
  let index = 0
  for (const group of accepted) {
    const node = isCollection(list) ? list.items[index] : undefined
    if (isNode(node))
      node.commentBefore = comment([
        `${group.finding.driftId} ${headline(group.finding)}`,
        group.finding.what,
      ])
    index += group.actions.length
  }
  if (notSuggested.length > 0) document.comment = notSuggestedText(notSuggested.map(({ finding }) => finding))
  return document.toString({ lineWidth: 110 })
}

function getActions(finding: Finding, contract: Contract, draft: ContractDraft): Described[] {
  const operation = contract.operations.find(({ operationId }) => operationId === finding.operationId)
  if (operation) changes[finding.driftId]?.(draft, operation, finding)
  return draft
    .takeActions()
    .map(action => ({ ...action, description: `${finding.driftId} ${finding.fingerprint}` }))
}

function head(count: number): string {
  return comment([
    `Suggested by the contract drift check: ${counted(count, 'finding')} can be accepted by a changed contract.`,
    'Review each action: accepting a breaking drift means that the client has to be changed as well.',
    'Apply it to the bundled contract (openapi.json of the mock server), or make the same changes in openapi/.',
  ])
}

function notSuggestedText(findings: readonly Finding[]): string {
  const lines = findings.map(
    finding =>
      `${finding.driftId} ${headline(finding)} [${finding.fingerprint}]: ${whyNotSuggested(finding.driftId)}.`,
  )
  return comment(['Not accepted by any action:', ...lines.map(line => `- ${line}`)])
}

function comment(lines: readonly string[]): string {
  return lines.flatMap(line => wrap(plain(line), 108, ' ', line.startsWith('- ') ? '   ' : ' ')).join('\n')
}

type Change = (draft: ContractDraft, operation: Operation, finding: Finding) => void
type AtProperty = (draft: ContractDraft, site: Site, finding: Finding) => void
type AtPointer = (draft: ContractDraft, schema: Path, pointer: string, finding: Finding) => void

/** The change of the contract that accepts each class of drift, where a document can express it. */
const changes: { readonly [Id in DriftId]?: Change } = {
  DR01: removeOperation,
  DR07: (draft, operation, finding) => {
    const parameter = findParameter(draft, operation, finding)
    if (parameter?.at) draft.remove(parameter.at)
  },
  DR08: (draft, operation, finding) => setParameter(draft, operation, finding, true),
  DR09: (draft, operation, finding) => setParameter(draft, operation, finding, false),
  DR10: atPointer((draft, schema, pointer, { witness }) => {
    const site = findSite(draft, schema, pointer)
    const known = site?.holders[0] && draft.at([...site.holders[0], 'properties', site.name])
    addProperty(draft, schema, pointer, known ?? typed(witness), true)
  }),
  DR12: atProperty(removeProperty),
  DR21: atProperty(makeOptional),
  DR22: atProperty(makeOptional),
  DR23: atProperty(removeProperty),
  DR24: atProperty((draft, site, finding) => {
    const name = findNewName(finding, site)
    if (name !== undefined) renameProperty(draft, site, name)
  }),
  DR25: atPointer(widenType),
  DR26: atProperty(allowNull),
  DR27: atPointer((draft, schema, pointer, { witness }) =>
    changeEnum(draft, schema, pointer, values => (values.includes(witness) ? values : [...values, witness])),
  ),
  DR28: atPointer((draft, schema, pointer, { witness }) =>
    changeEnum(draft, schema, pointer, values => values.filter(value => value !== witness)),
  ),
  DR29: atPointer(dropFormat),
  DR30: atPointer((draft, schema, pointer, finding) => {
    dropFormat(draft, schema, pointer)
    widenType(draft, schema, pointer, finding)
  }),
  DR31: atPointer(dropFormat),
  DR35: atPointer((draft, schema, pointer, { witness }) => {
    addProperty(draft, schema, pointer, typed(witness), false)
  }),
  DR36: atPointer(dropLimits),
  DR40: renumberResponse,
  DR42: addErrorStatus,
  DR47: addDetail,
  DR51: changeMediaType,
  DR53: makeHeaderOptional,
}

const behaviour = 'the OpenAPI document cannot express this behaviour; agree on it first'
const shape = 'the client cannot read such an answer; its new shape has to be designed, not accepted'
const fault = 'this is a fault of the server, not another promise'
const unknown = 'the observed traffic does not show the new rule; write it by hand'

/** Why a document cannot express the drift. */
const reasons: { readonly [Id in DriftId]?: string } = {
  DR02: 'the call has moved; describe it where it is now and change the client with it',
  DR03: 'the call has moved; describe it where it is now and change the client with it',
  DR04: 'describe the call by hand when the client is to use it',
  DR05: 'the name is part of the path; rename both by hand',
  DR06: unknown,
  DR11: unknown,
  DR13: unknown,
  DR14: unknown,
  DR15: unknown,
  DR16: unknown,
  DR17: unknown,
  DR18: unknown,
  DR32: shape,
  DR33: shape,
  DR34: fault,
  DR37: fault,
  DR38: fault,
  DR39: shape,
  DR41: shape,
  DR45: fault,
  DR46: shape,
  DR48: 'the detail is known under another spelling; write it as the contract does',
  DR49: shape,
  DR50: fault,
  DR52: fault,
  DR54: shape,
  DR57: 'a call that needs no token is a fault, not another promise',
}

/** Half a sentence. */
function whyNotSuggested(id: DriftId): string {
  return reasons[id] ?? (changes[id] ? unknown : behaviour)
}

function atPointer(change: AtPointer): Change {
  return (draft, operation, finding) => {
    const schema = bodySchemaPath(draft, operation, finding)
    const pointer = pointerIn(finding)
    if (schema && pointer !== undefined) change(draft, schema, pointer, finding)
  }
}

function atProperty(change: AtProperty): Change {
  return atPointer((draft, schema, pointer, finding) => {
    const site = findSite(draft, schema, pointer)
    if (site && site.holders.length > 0) change(draft, site, finding)
  })
}

function addDetail(draft: ContractDraft, operation: Operation, finding: Finding): void {
  const schema = bodySchemaPath(draft, operation, finding)
  const { witness } = finding
  if (!schema || typeof witness !== 'string') return
  changeEnum(draft, schema, '/detail', values => (values.includes(witness) ? values : [...values, witness]))
}

/** The witness is the new name, or the object that has it, or the sentence quotes it. */
function findNewName({ witness, what }: Finding, { name }: Site): string | undefined {
  if (typeof witness === 'string') return witness
  const quoted = [...what.matchAll(/"([^"]+)"/g)]
    .flatMap(([, word]) => word ?? [])
    .filter(word => word !== name)
  return quoted.length === 1 ? quoted[0] : undefined
}

const described: Readonly<Record<string, string>> = {
  'a string': 'string',
  'a number': 'number',
  'an integer': 'integer',
  'a boolean': 'boolean',
  'an object': 'object',
}

function typed(witness: unknown): unknown {
  const type = typeof witness === 'string' ? described[witness] : undefined
  if (type !== undefined) return { type }
  return isObject(witness) ? { type: 'object' } : {}
}
