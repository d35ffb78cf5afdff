import ts from 'typescript'

/**
 * The members of the object that a factory of `src/api` gives: `login` of `createEntrance`. The application has one
 * object of the client and its session, which everything can reach; without its members every call would be
 * everybody's. A member is used where its name is taken from something, whatever that is.
 */
export function factoryMembers(path: string, statement: ts.Statement): Map<ts.Node, string> {
  const members = new Map<ts.Node, string>()
  if (!path.startsWith('src/api/') || !ts.isVariableStatement(statement)) return members
  for (const { name, initializer } of statement.declarationList.declarations) {
    if (!ts.isIdentifier(name) || !initializer || !ts.isArrowFunction(initializer)) continue
    for (const member of givenBy(initializer.body)) {
      const own = member.name && ts.isIdentifier(member.name) ? member.name.text : undefined
      if (own !== undefined) members.set(member, `${path}#${name.text}.${own}`)
    }
  }
  return members
}

/** `login` of `session.login` and of `const { login } = session`; lists have a `join` too, the session's is asked of it by name. */
export function memberTaken(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const isOfLists =
      node.name.text in Array.prototype && !/(?:session|entrance)$/.test(node.expression.getText())
    return isOfLists ? undefined : node.name.text
  }
  if (!ts.isBindingElement(node)) return undefined
  const name = node.propertyName ?? node.name
  return ts.isIdentifier(name) ? name.text : undefined
}

function givenBy(body: ts.ConciseBody): readonly ts.ObjectLiteralElementLike[] {
  const returned = ts.isBlock(body)
    ? body.statements.find(ts.isReturnStatement)?.expression
    : ts.isParenthesizedExpression(body)
      ? body.expression
      : body
  return returned && ts.isObjectLiteralExpression(returned) ? returned.properties : []
}
