import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { objectAt } from '../contract/json'
import { loadContract } from '../contract/load-contract'
import type { Contract } from '../contract/read-contract'
import { driftClasses } from '../contract/validator/drift-classes'
import { driftIds } from '../contract/validator/drift-ids'
import { severities } from './finding'
import { compareDocuments } from './spec/compare-documents'

const root = join(import.meta.dirname, '../..')

/** What a client of the old contract meets when the server follows the new one, as lines for the changelog. */
export function describeChanges(before: Contract, now: Contract): { lines: string[]; problem?: string } {
  const changes = compareDocuments(before, now.document)
  const known = new Set(before.operations.map(({ operationId }) => operationId))
  const added = now.operations.filter(({ operationId }) => !known.has(operationId))
  const lines = severities.flatMap(severity =>
    changes
      .filter(change => change.severity === severity && change.driftId !== driftIds.operationUndocumented)
      .map(({ driftId, operationId, place, what }) => {
        const text = what
          .replace(/^The document/, 'The new contract')
          .replaceAll('the contract', 'the old one')
        return `- ${severity}, \`${operationId} ${place}\`: ${driftClasses[driftId].title}. ${text}`
      }),
  )
  lines.push(...added.map(({ operationId }) => `- information, \`${operationId}\`: operation added.`))
  const isBreaking = changes.some(({ severity }) => severity === 'breaking')
  const numbers = (contract: Contract) =>
    getVersion(contract)
      .split('.', isBreaking ? 1 : 2)
      .join('.')
  if (lines.length === 0 || numbers(before) !== numbers(now)) return { lines }
  const which = isBreaking ? 'first' : 'second'
  const problem = `Raise the ${which} number of info.version in openapi/openapi.yaml: it is still ${getVersion(now)}.`
  return { lines, problem }
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
  console.log(lines.join('\n') || 'No client notices a difference.')
  if (problem !== undefined) {
    console.error(`\n${problem}`)
    process.exitCode = 1
  }
}
