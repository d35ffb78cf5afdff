import { type GeneratedFile, generatedHeader } from './generated-file'
import type { Contract } from './load-contract'
import { compareText, type Effect, type Operation } from './operation'
import { printKey, printLiteral } from './print-literal'

/** `src/api/operations.gen.ts`: what the client needs of each operation at run time. */
export function writeClientOperations({ operations }: Contract): GeneratedFile {
  const sorted = [...operations].sort((a, b) => compareText(a.operationId, b.operationId))
  const entries = sorted.map(
    operation => `  ${printKey(operation.operationId)}: ${printLiteral(summary(operation), 1)},\n`,
  )
  const text = `${generatedHeader}
/** Every call: method, path, tag, effect, security and the error details by status. */
export const operations = {
${entries.join('')}} as const

export type OperationId = keyof typeof operations
/** Calls that may be repeated, preloaded and retried. */
export type ReadOperationId = IdsWith<'read'>
/** Calls that change something on the server, whatever their HTTP method is. */
export type WriteOperationId = IdsWith<'write'>

type IdsWith<Effect extends ${printLiteral('read' satisfies Effect)} | ${printLiteral('write' satisfies Effect)}> = {
  [Id in OperationId]: (typeof operations)[Id]['effect'] extends Effect ? Id : never
}[OperationId]
`
  return { path: 'src/api/operations.gen.ts', text }
}

function summary({ method, path, tag, effect, security, responses }: Operation) {
  const details = Object.fromEntries(
    responses.filter(one => one.details).map(one => [one.status, one.details]),
  )
  return { method, path, tag, effect, security, details }
}
