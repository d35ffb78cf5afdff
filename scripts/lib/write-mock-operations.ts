import { type GeneratedFile, generatedHeader } from './generated-file'
import type { Contract } from './load-contract'
import { compareText, type Operation } from './operation'
import { printLiteral, printText } from './print-literal'

/** `mocks/operations.gen.ts`: the whole normalized contract as data, the most specific paths first. */
export function writeMockOperations({ operations, basePath }: Contract): GeneratedFile {
  const entries = operations.map(operation => `  ${printLiteral(operation, 1)},\n`)
  const text = `${generatedHeader}
import type { Operation } from '../scripts/lib/operation'

${printUnion('OperationId', operations)}
/** Calls that carry an access token. */
${printUnion(
  'BearerOperationId',
  operations.filter(operation => operation.security === 'bearer'),
)}
/** Calls whose body is a form. */
${printUnion('FormOperationId', operations.filter(isForm))}
/** What stands before every path. */
export const basePath = ${printText(basePath)}

/** Every call of the contract; in this order the first path that matches is the right one. */
export const operationTable: readonly Operation<OperationId>[] = [
${entries.join('')}]
`
  return { path: 'mocks/operations.gen.ts', text }
}

function isForm({ body }: Operation): boolean {
  return body?.contentType === 'multipart/form-data'
}

function printUnion(name: string, operations: readonly Operation[]): string {
  const ids = operations.map(operation => operation.operationId).sort(compareText)
  const members = ids.map(id => `\n  | ${printText(id)}`).join('')
  return `export type ${name} =${members || ' never'}\n`
}
