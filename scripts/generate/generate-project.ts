import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkExamples } from '../../packages/contract/check-examples'
import { checkNames } from '../../packages/contract/check-names'
import { loadContract } from '../../packages/contract/load-contract'
import { type Contract, ContractError } from '../../packages/contract/read-contract'
import { readIfThere } from '../../packages/contract/read-if-there'
import type { GeneratedFile } from './print'
import { findUnexplained, writeAssumed } from './write-assumed'
import { writeClientOperations, writeErrorDetails, writeSchemaTypes } from './write-client'
import { ContentError, writeContent } from './write-content'
import { writeHandlers, writeMockOperations, writeSamplers } from './write-mocks'
import { writeScreens } from './write-screens'

/** The text is printed. */
type Outcome = { readonly exitCode: 0 | 1; readonly text: string }

/**
 * Writes every generated file of the project at `root`, or only compares them. The exit code is 1 when a compared file
 * is stale or the contract is invalid.
 */
export async function generateProject(root: string, isCheck: boolean): Promise<Outcome> {
  let files: GeneratedFile[]
  try {
    const contract = loadContract(join(root, 'openapi'))
    const problems = [
      ...findUnlistedDetails(root, contract),
      ...checkNames(contract.document),
      ...findUnexplained(contract),
      ...checkExamples(contract),
    ]
    if (problems.length > 0) throw new ContractError(problems)
    const content = writeContent(root)
    files = [...(await generateFiles(contract)), writeScreens(root, contract), ...content]
  } catch (error) {
    if (error instanceof ContractError || error instanceof ContentError) {
      return { exitCode: 1, text: error.message }
    }
    throw error
  }
  const stale = files.flatMap(({ path, text }) => {
    const current = readIfThere(join(root, path))
    return current === text ? [] : [{ path, text, current }]
  })
  if (stale.length === 0) return { exitCode: 0, text: 'Every generated file is up to date.' }
  if (isCheck) {
    const problems = stale.map(({ path, text, current }) =>
      current === undefined
        ? `${path} does not exist.`
        : `${path} is stale:\n${firstDifference(current, text)}`,
    )
    const advice = 'The generated files differ from their sources: run npm run generate.'
    return { exitCode: 1, text: [...problems, advice].join('\n\n') }
  }
  // Only files that differ, so that watchers see no needless change.
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { exitCode: 0, text: `Wrote ${stale.map(({ path }) => path).join(', ')}.` }
}

/** Error details that `ErrorDetail.yaml` lacks: the client would show them as unknown errors. */
function findUnlistedDetails(root: string, { operations, schemas }: Contract): string[] {
  const listed = schemas.ErrorDetail?.enum
  if (!listed) return []
  const used = new Set(operations.flatMap(({ responses }) => responses.flatMap(one => one.details ?? [])))
  return [...used]
    .filter(detail => !listed.includes(detail))
    .map(detail => {
      const places = findInContract(root, detail).join(', ')
      return `The error detail "${detail}" (${places}) is not in openapi/schemas/ErrorDetail.yaml: add it there, or correct it.`
    })
}

/** `openapi/paths/groups.yaml:37` for each line that has the text. */
function findInContract(root: string, text: string): string[] {
  const files = readdirSync(join(root, 'openapi'), { recursive: true, encoding: 'utf8' })
    .map(name => `openapi/${name.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.yaml'))
  return files.sort().flatMap(path =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (line.includes(text) ? [`${path}:${at + 1}`] : [])),
  )
}

/** Every file that is generated from a contract. */
export async function generateFiles(contract: Contract): Promise<GeneratedFile[]> {
  return [
    await writeSchemaTypes(contract),
    writeClientOperations(contract),
    writeErrorDetails(contract),
    writeMockOperations(contract),
    writeHandlers(contract),
    writeSamplers(contract),
    writeAssumed(contract),
  ]
}

/** The first line that differs, with two lines before it: `-` is in the file, `+` is expected. */
export function firstDifference(before: string, after: string): string {
  const old = before.split('\n')
  const next = after.split('\n')
  const at = old.findIndex((line, index) => line !== next[index])
  const start = at < 0 ? old.length : at
  const print = (sign: string, line: string | undefined) =>
    line === undefined ? [] : [`${sign} ${line.slice(0, 160)}`]
  return [
    `@@ line ${start + 1} @@`,
    ...old.slice(Math.max(0, start - 2), start).map(line => `  ${line}`),
    ...print('-', old[start]),
    ...print('+', next[start]),
  ].join('\n')
}
