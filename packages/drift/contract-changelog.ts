import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { objectAt } from '../contract/json'
import { loadContract } from '../contract/load-contract'
import type { Contract } from '../contract/read-contract'
import { type ContractViolation, driftClasses } from '../contract/validator/drift-classes'
import { driftIds } from '../contract/validator/drift-ids'
import { severities } from './finding'
import { compareDocuments } from './spec/compare-documents'

const root = join(import.meta.dirname, '../..')

/**
 * What a client of the old contract meets when the server follows the new one, and what a server that keeps the old
 * contract has to change for the new one, as lines for the changelog.
 */
export function describeChanges(before: Contract, now: Contract): { lines: string[]; problem?: string } {
  const known = new Set(before.operations.map(({ operationId }) => operationId))
  const added = now.operations.filter(({ operationId }) => !known.has(operationId))
  const changes = compareDocuments(before, now.document).filter(
    ({ driftId }) => driftId !== driftIds.operationUndocumented,
  )
  // A new operation breaks no promise of a server; the client has to work without it.
  const duties = compareDocuments(now, before.document).filter(
    ({ severity, operationId }) =>
      severity !== 'information' && added.every(one => one.operationId !== operationId),
  )
  const lines = [
    ...toLines(changes, '', 'the old one', 'the new contract'),
    ...added.map(({ operationId }) => `- information, \`${operationId}\`: operation added.`),
    ...toLines(duties, ' for servers', 'the new contract', 'the old one'),
  ]
  const isFirst = [...changes, ...duties].some(
    change => change.severity === 'breaking' || duties.includes(change),
  )
  const numbers = (contract: Contract) =>
    getVersion(contract)
      .split('.', isFirst ? 1 : 2)
      .join('.')
  if (lines.length === 0 || numbers(before) !== numbers(now)) return { lines }
  const which = isFirst ? 'first' : 'second'
  const problem = `Raise the ${which} number of info.version in openapi/openapi.yaml: it is still ${getVersion(now)}.`
  return { lines, problem }
}

/** The worst first; the comparison speaks of "the contract" and "the document". */
function toLines(
  changes: readonly ContractViolation[],
  about: string,
  contract: string,
  document: string,
): string[] {
  return severities.flatMap(severity =>
    changes
      .filter(change => change.severity === severity)
      .map(({ driftId, operationId, place, what }) => {
        const text = what.replaceAll(/\bthe (contract|document)\b/gi, (_, word) =>
          word === 'contract' ? contract : document,
        )
        const start = text.charAt(0).toUpperCase() + text.slice(1)
        return `- ${severity}${about}, \`${operationId} ${place}\`: ${driftClasses[driftId].title}. ${start}`
      }),
  )
}

const getVersion = ({ document }: Contract): string => String(objectAt(document.info).version)

/** Reads the contract of a git revision. Throws an Error for an unknown one. */
function readRevision(revision: string): Contract {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  try {
    const archive = execFileSync('git', ['archive', revision, 'openapi'], { cwd: root, maxBuffer: 1 << 26 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    return loadContract(join(folder, 'openapi'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** `npx tsx packages/drift/contract-changelog.ts REVISION`: the changes of the contract since a git revision. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [revision] = process.argv.slice(2)
  if (revision === undefined) throw new Error('Usage: npx tsx packages/drift/contract-changelog.ts REVISION')
  const { lines, problem } = describeChanges(readRevision(revision), loadContract(join(root, 'openapi')))
  console.log(lines.join('\n') || 'Neither clients nor servers notice a difference.')
  if (problem !== undefined) {
    console.error(`\n${problem}`)
    process.exitCode = 1
  }
}
