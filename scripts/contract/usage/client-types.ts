import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export const schemaPath = 'src/api/schema.gen.ts'

/**
 * A TypeScript program of the client whose generated types can be replaced in memory. Without tests and the
 * simulated platform.
 */
export class ClientTypes {
  readonly root: string
  /** The generated types on disk. */
  readonly schemaText: string
  readonly files: readonly string[]
  private readonly options: ts.CompilerOptions
  private readonly host: ts.CompilerHost
  private readonly parsed = new Map<string, ts.SourceFile | undefined>()
  private schema: ts.SourceFile
  private last: ts.Program

  /** @param only files to check, with their imports; all by default */
  constructor(root: string, only?: readonly string[]) {
    this.root = root
    this.schemaText = readFileSync(join(root, schemaPath), 'utf8')
    this.schema = parseSchema(root, this.schemaText)
    this.options = readOptions(root)
    this.host = this.makeHost()
    const all = only ?? clientFiles(root)
    this.files = all.filter(path => !/\.gen\.tsx?$/.test(path))
    this.last = this.makeProgram(all)
  }

  get program(): ts.Program {
    return this.last
  }

  withSchema(text: string): ts.Program {
    this.schema = parseSchema(this.root, text)
    this.last = this.makeProgram(this.last.getRootFileNames().map(path => path))
    return this.last
  }

  source(path: string): ts.SourceFile {
    const file = this.last.getSourceFile(this.getPath(path))
    if (!file) throw new RangeError(`${path} is not a file of the client.`)
    return file
  }

  problems(path: string): readonly ts.Diagnostic[] {
    return this.last.getSemanticDiagnostics(this.source(path))
  }

  private getPath(path: string): string {
    return join(this.root, path)
  }

  private makeProgram(files: readonly string[]): ts.Program {
    const rootNames = files.map(path => (path.startsWith(this.root) ? path : this.getPath(path)))
    const before = this.last as ts.Program | undefined
    return ts.createProgram({
      rootNames,
      options: this.options,
      host: this.host,
      ...(before && { oldProgram: before }),
    })
  }

  private makeHost(): ts.CompilerHost {
    const host = ts.createCompilerHost(this.options, true)
    const read = host.getSourceFile.bind(host)
    const schemaFile = this.getPath(schemaPath)
    const cache = ts.createModuleResolutionCache(this.root, name => name, this.options)
    host.getSourceFile = (name, language) => {
      if (name === schemaFile) return this.schema
      if (!this.parsed.has(name)) this.parsed.set(name, read(name, language))
      return this.parsed.get(name)
    }
    host.resolveModuleNameLiterals = (names, from, redirected, options) =>
      names.map(({ text }) =>
        text.startsWith('../mocks/')
          ? { resolvedModule: undefined }
          : ts.resolveModuleName(text, from, options, host, cache, redirected, ts.ModuleKind.ESNext),
      )
    return host
  }
}

function parseSchema(root: string, text: string): ts.SourceFile {
  return ts.createSourceFile(join(root, schemaPath), text, ts.ScriptTarget.ES2022, true)
}

function readOptions(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const { tsBuildInfoFile: _, ...rest } = options
  return { ...rest, incremental: false, noUnusedLocals: false, types: ['vite/client'] }
}

function clientFiles(root: string): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map(name => `src/${name.replaceAll('\\', '/')}`)
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('src/test/'))
    .sort()
}

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
    const name = getName(member)
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

function getName({ name }: ts.PropertySignature): string {
  return ts.isStringLiteral(name) || ts.isNumericLiteral(name) || ts.isIdentifier(name) ? name.text : ''
}

function* owners(file: ts.SourceFile): Generator<[string, ts.TypeNode]> {
  for (const [name, type] of getMembers(typeAt(file, 'components', ['schemas']))) yield [name, type]
  for (const [operationId, operation] of getMembers(typeAt(file, 'operations', []))) {
    for (const [status, response] of getMembers(memberAt(operation, ['responses']))) {
      for (const [, body] of getMembers(memberAt(response, ['content']))) {
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
  return memberAt(getMembers(node).find(([key]) => key === name)?.[1], rest)
}

function getMembers(node: WithMembers | undefined): [string, ts.TypeNode][] {
  if (!node || !(ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))) return []
  return node.members.flatMap(member =>
    ts.isPropertySignature(member) && member.type
      ? [[getName(member), member.type] as [string, ts.TypeNode]]
      : [],
  )
}
