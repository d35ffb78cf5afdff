import ts from 'typescript'
import type { Operation } from '../../lib/operation'
import type { ClientTypes } from './client-types'

export type Callers = ReadonlyMap<string, readonly number[]>

const methods = new Set(['get', 'put', 'post', 'patch', 'delete'])

/**
 * Finds calls by method and path: `q('get', '/groups/{id}')`, `client.POST('/auth/login')`, and names such as
 * `'post /auth/refresh'` beside manual calls. A path in a constant counts for each of its methods.
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
  // `['patch', '/groups/{id}'] as const` is a call; without `as const` it is a cache key.
  if (ts.isArrayLiteralExpression(parent)) {
    const [method] = parent.elements
    const isPair =
      ts.isAsExpression(parent.parent) && method && ts.isStringLiteral(method) && methods.has(method.text)
    return isPair ? { method: method.text, path: node.text } : {}
  }
  // A path in a comparison is no call; a constant is.
  if (!ts.isCallExpression(parent)) return ts.isVariableDeclaration(parent) ? { path: node.text } : {}
  const [argument] = parent.arguments
  if (argument !== node && argument && ts.isStringLiteral(argument))
    return { method: argument.text, path: node.text }
  const callee = ts.isPropertyAccessExpression(parent.expression) ? parent.expression.name.text : ''
  return methods.has(callee.toLowerCase())
    ? { method: callee.toLowerCase(), path: node.text }
    : { path: node.text }
}

/** `const operation = 'post /auth/refresh'` is beside a call; an object key is not. */
function isNamed(node: ts.StringLiteral): boolean {
  return ts.isVariableDeclaration(node.parent)
}
