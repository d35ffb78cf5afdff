import ts from 'typescript'

/**
 * The members of the object that a factory of `src/api` returns, such as `login`. Everything can reach the
 * single client object, so without its members every call would belong to every screen. Members match by
 * name.
 */
export function factoryMembers(path: string, statement: ts.Statement): Map<ts.Node, string> {
  const members = new Map<ts.Node, string>()
  if (!path.startsWith('src/api/') || !ts.isVariableStatement(statement)) return members
  for (const { name, initializer } of statement.declarationList.declarations) {
    if (!ts.isIdentifier(name) || !initializer || !ts.isArrowFunction(initializer)) continue
    for (const member of returnedMembers(initializer.body)) {
      const own = member.name && ts.isIdentifier(member.name) ? member.name.text : undefined
      if (own !== undefined) members.set(member, `${path}#${name.text}.${own}`)
    }
  }
  return members
}

/**
 * `login` in `session.login` and `const { login } = session`; array methods such as `join` only count for the
 * session.
 */
export function accessedMember(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const isArrayMethod =
      node.name.text in Array.prototype && !/(?:session|authActions)$/.test(node.expression.getText())
    return isArrayMethod ? undefined : node.name.text
  }
  if (!ts.isBindingElement(node)) return undefined
  const name = node.propertyName ?? node.name
  return ts.isIdentifier(name) ? name.text : undefined
}

function returnedMembers(body: ts.ConciseBody): readonly ts.ObjectLiteralElementLike[] {
  const returned = ts.isBlock(body)
    ? body.statements.find(ts.isReturnStatement)?.expression
    : ts.isParenthesizedExpression(body)
      ? body.expression
      : body
  return returned && ts.isObjectLiteralExpression(returned) ? returned.properties : []
}
