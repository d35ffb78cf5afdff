import { Document, isCollection, isNode } from 'yaml'
import type { Contract } from '../lib/load-contract'
import type { Finding } from './finding'
import { counted, headline, wrap } from './report/formatting'
import { plain } from './report/plain'
import { changes, whyNotSuggested } from './suggest/changes'
import { type Action, ContractDraft } from './suggest/contract-draft'

type Described = Action & { readonly description?: string }

/**
 * Writes an OpenAPI Overlay 1.0 that makes the contract accept the drift. Drift that a document cannot accept
 * is listed in comments with the reason. Findings of the baseline are left out.
 */
export function writeOverlay(findings: readonly Finding[], contract: Contract): string {
  const draft = new ContractDraft(contract.document)
  const open = findings.filter(({ accepted }) => accepted === undefined)
  const groups = open.map(finding => ({ finding, actions: actionsOf(finding, contract, draft) }))
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

function actionsOf(finding: Finding, contract: Contract, draft: ContractDraft): Described[] {
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
