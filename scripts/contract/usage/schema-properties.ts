import ts from 'typescript'

/** A response property in the generated types; several spans if a union repeats it. */
export type SchemaProperty = {
  /**
   * `User/username`, `Group/exam/hours`, `startLab 409/running`: the owner, then a pointer with `*` for list
   * items.
   */
  readonly key: string
  readonly name: string
  readonly spans: readonly (readonly [from: number, to: number])[]
}

export function schemaProperties(file: ts.SourceFile): SchemaProperty[] {
  const found = new Map<string, { name: string; spans: [number, number][] }>()
  const visit = (key: string, type: ts.TypeNode): void => {
    if (ts.isTypeLiteralNode(type)) for (const member of type.members) add(key, member)
    else if (ts.isParenthesizedTypeNode(type)) visit(key, type.type)
    else if (ts.isArrayTypeNode(type)) visit(`${key}/*`, type.elementType)
    else if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type))
      for (const part of type.types) visit(key, part)
  }
  const add = (owner: string, member: ts.TypeElement): void => {
    if (!ts.isPropertySignature(member) || !member.type) return
    const name = nameOf(member)
    const key = `${owner}/${name}`
    const entry = found.get(key) ?? { name, spans: [] }
    found.set(key, entry)
    entry.spans.push([member.getStart(file), member.end])
    visit(key, member.type)
  }
  for (const [owner, type] of owners(file)) visit(owner, type)
  return [...found].map(([key, { name, spans }]) => ({ key, name, spans }))
}

/** Replaces the properties with spaces, so that positions stay the same. */
export function withoutProperties(text: string, properties: readonly SchemaProperty[]): string {
  let rest = text
  for (const [from, to] of properties.flatMap(({ spans }) => spans)) {
    rest = rest.slice(0, from) + rest.slice(from, to).replace(/[^\n]/g, ' ') + rest.slice(to)
  }
  return rest
}

function nameOf({ name }: ts.PropertySignature): string {
  return ts.isStringLiteral(name) || ts.isNumericLiteral(name) || ts.isIdentifier(name) ? name.text : ''
}

function* owners(file: ts.SourceFile): Generator<[string, ts.TypeNode]> {
  for (const [name, type] of membersOf(typeAt(file, 'components', ['schemas']))) yield [name, type]
  for (const [operationId, operation] of membersOf(typeAt(file, 'operations', []))) {
    for (const [status, response] of membersOf(memberAt(operation, ['responses']))) {
      for (const [, body] of membersOf(memberAt(response, ['content']))) {
        if (!ts.isTypeReferenceNode(body)) yield [`${operationId} ${status}`, body]
      }
    }
  }
}

function typeAt(file: ts.SourceFile, name: string, path: readonly string[]) {
  const found = file.statements.find(one => ts.isInterfaceDeclaration(one) && one.name.text === name)
  return found && ts.isInterfaceDeclaration(found) ? memberAt(found, path) : undefined
}

type WithMembers = ts.InterfaceDeclaration | ts.TypeNode

function memberAt(
  node: WithMembers | undefined,
  [name, ...rest]: readonly string[],
): WithMembers | undefined {
  if (name === undefined || !node) return node
  return memberAt(membersOf(node).find(([key]) => key === name)?.[1], rest)
}

function membersOf(node: WithMembers | undefined): [string, ts.TypeNode][] {
  if (!node || !(ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))) return []
  return node.members.flatMap(member =>
    ts.isPropertySignature(member) && member.type
      ? [[nameOf(member), member.type] as [string, ts.TypeNode]]
      : [],
  )
}
