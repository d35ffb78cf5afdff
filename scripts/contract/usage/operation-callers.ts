import ts from 'typescript'
import type { Operation } from '../../lib/operation'
import type { ClientTypes } from './client-types'

/** Where an operation is called: file, and positions in its text. */
export type Callers = ReadonlyMap<string, readonly number[]>

const methods = new Set(['get', 'put', 'post', 'patch', 'delete'])

/**
 * Finds calls by what they must name: `q('get', '/groups/{id}')` and `client.POST('/auth/login')` name method and path,
 * a path that is kept in a constant counts for each method that the contract has there, and `'post /auth/refresh'` is
 * the name under which a call made by hand tells its failures.
 */
export function operationCallers(types: ClientTypes, operations: readonly Operation[]): Map<string, Callers> {
  const result = new Map(operations.map(({ operationId }) => [operationId, new Map<string, number[]>()]))
  const paths = new Set(operations.map(({ path }) => path))
  for (const file of types.files) {
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteral(node)) {
        const call = callOf(node)
        for (const { operationId, method, path } of operations) {
          if (path !== call.path || (call.method !== undefined && call.method !== method)) continue
          const places = result.get(operationId)
          places?.set(file, [...(places.get(file) ?? []), node.getStart()])
        }
      }
      ts.forEachChild(node, visit)
    }
    const source = types.source(file)
    if ([...paths].some(path => source.text.includes(path))) visit(source)
  }
  return result
}

function callOf(node: ts.StringLiteral): { method?: string; path?: string } {
  const [first = '', second] = node.text.split(' ')
  if (second !== undefined) return isNamed(node) && methods.has(first) ? { method: first, path: second } : {}
  const parent = node.parent
  // `['patch', '/groups/{id}'] as const`: what a call is made of. Without its types it is a key of kept answers.
  if (ts.isArrayLiteralExpression(parent)) {
    const [method] = parent.elements
    const isPair =
      ts.isAsExpression(parent.parent) && method && ts.isStringLiteral(method) && methods.has(method.text)
    return isPair ? { method: method.text, path: node.text } : {}
  }
  // A path in a comparison is no call; one that is kept in a constant is.
  if (!ts.isCallExpression(parent)) return ts.isVariableDeclaration(parent) ? { path: node.text } : {}
  const [argument] = parent.arguments
  if (argument !== node && argument && ts.isStringLiteral(argument))
    return { method: argument.text, path: node.text }
  const callee = ts.isPropertyAccessExpression(parent.expression) ? parent.expression.name.text : ''
  return methods.has(callee.toLowerCase())
    ? { method: callee.toLowerCase(), path: node.text }
    : { path: node.text }
}

/** `const operation = 'post /auth/refresh'` beside the call; a key of a table of words is no call. */
function isNamed(node: ts.StringLiteral): boolean {
  return ts.isVariableDeclaration(node.parent)
}
