import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import type { Contract } from '../../packages/contract/read-contract'
import type { GeneratedFile } from './print'

/** A top-level statement of the client. */
type Part = {
  /** `file#name` of what the statement uses, and of what it declares. */
  readonly uses: readonly string[]
  readonly names: readonly string[]
  readonly text: string
}

type SourceFile = {
  readonly path: string
  readonly parts: readonly Part[]
  /** Of the route that it declares, such as `/_protected/groups`. */
  readonly route: string | undefined
}

/**
 * `packages/drift/screens.gen.json`: the pages whose own code, followed from their routes, makes each call. What layouts show
 * is not followed, and a call that most pages reach, such as one of the session, has no page: its list would say nothing.
 */
export function writeScreens(root: string, { operations }: Contract): GeneratedFile {
  const files = readClient(root)
  const parts = new Map(
    files.flatMap(({ parts }) => parts.flatMap(part => part.names.map(name => [name, part] as const))),
  )
  const routes = new Set(files.filter(({ route }) => route !== undefined).map(({ path }) => path))
  const layouts = files.filter(({ route }) => route !== undefined && isLayout(route))
  const frame = new Set(layouts.flatMap(({ parts: own }) => own.flatMap(({ uses }) => uses)))
  // What a route declares, such as its parameters, does not make its users part of its page.
  const isFollowed = (name: string) => !frame.has(name) && !routes.has(name.slice(0, name.indexOf('#')))
  const pages = new Map<string, string>()
  for (const { route, parts: own } of files) {
    if (route === undefined || isLayout(route)) continue
    const address = route.replaceAll(/\/_[^/]*/g, '').replace(/\/$/, '') || '/'
    pages.set(address, (pages.get(address) ?? '') + textOf(own, parts, isFollowed))
  }
  const entries = operations
    .map(({ operationId, method, path }) => {
      const call = new RegExp(
        `\\b(?:q|mutation)\\('${operationId}'|\\bclient\\.${method.toUpperCase()}\\('${escapePattern(path)}'`,
      )
      const found = [...pages].filter(([, text]) => call.test(text)).map(([address]) => address)
      return [operationId, found.length > pages.size / 2 ? [] : found.sort()] as const
    })
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = entries.map(([id, found]) => `  ${JSON.stringify(id)}: ${JSON.stringify(found)}`)
  return { path: 'packages/drift/screens.gen.json', text: `{\n${lines.join(',\n')}\n}\n` }
}

/** The root, and a route whose last segment is `_name`. */
const isLayout = (route: string): boolean => route === '' || /\/_[^/]*$/.test(route)

/** The text of these parts and of all that they use. */
function textOf(
  start: readonly Part[],
  parts: ReadonlyMap<string, Part>,
  isFollowed: (name: string) => boolean,
): string {
  const seen = new Set(start)
  for (const { uses } of seen)
    for (const name of uses) {
      const part = parts.get(name)
      if (part && isFollowed(name)) seen.add(part)
    }
  return [...seen].map(({ text }) => text).join('\n')
}

/** Without tests, the developer panel and generated files. */
function readClient(root: string): SourceFile[] {
  if (!existsSync(join(root, 'src'))) return []
  const paths = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map(name => `src/${name.replaceAll('\\', '/')}`)
    .filter(path => /\.tsx?$/.test(path) && !/\.(?:test|gen)\.tsx?$|^src\/(?:test|devtools)\//.test(path))
    .sort()
  const known = new Set(paths)
  return paths.map(path => readSource(path, readFileSync(join(root, path), 'utf8'), known))
}

function readSource(path: string, text: string, known: ReadonlySet<string>): SourceFile {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const resolve = (specifier: string) => {
    const base = posix.join(posix.dirname(path), specifier)
    return [`${base}.ts`, `${base}.tsx`].find(one => known.has(one))
  }
  const imported = new Map<string, string>()
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue
    const target = resolve((statement.moduleSpecifier as ts.StringLiteral).text)
    const bindings = statement.importClause?.namedBindings
    if (!target || !bindings || !ts.isNamedImports(bindings)) continue
    for (const { name, propertyName } of bindings.elements)
      imported.set(name.text, `${target}#${(propertyName ?? name).text}`)
  }
  const parts = file.statements
    .filter(one => !ts.isImportDeclaration(one))
    .flatMap((statement): Part | Part[] => {
      // `export { Page } from './page'` leads on.
      if (ts.isExportDeclaration(statement)) return toAliases(statement, path, resolve)
      const words = identifiersOf(statement)
      // `import('./page')` with the name that is taken from it.
      const lazy = [...statement.getText().matchAll(/\bimport\('([^']+)'\)/g)].flatMap(
        ([, specifier = '']) => {
          const target = resolve(specifier)
          return target ? words.map(word => `${target}#${word}`) : []
        },
      )
      return {
        names: declaredNames(statement).map(name => `${path}#${name}`),
        uses: [...words.map(word => imported.get(word) ?? `${path}#${word}`), ...lazy],
        text: statement.getText(),
      }
    })
  const [, route] = /\bcreateFileRoute\('([^']*)'\)/.exec(text) ?? []
  return { path, parts, route: route ?? (text.includes('createRootRouteWithContext') ? '' : undefined) }
}

function toAliases(
  { exportClause, moduleSpecifier }: ts.ExportDeclaration,
  path: string,
  resolve: (specifier: string) => string | undefined,
): Part[] {
  const target = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) && resolve(moduleSpecifier.text)
  if (!target || !exportClause || !ts.isNamedExports(exportClause)) return []
  return exportClause.elements.map(({ name, propertyName }) => ({
    names: [`${path}#${name.text}`],
    uses: [`${target}#${(propertyName ?? name).text}`],
    text: '',
  }))
}

function identifiersOf(statement: ts.Statement): string[] {
  const words = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) words.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(statement)
  return [...words]
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name ? [statement.name.text] : []
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name }) =>
    ts.isIdentifier(name)
      ? [name.text]
      : name.elements.flatMap(one =>
          ts.isBindingElement(one) && ts.isIdentifier(one.name) ? [one.name.text] : [],
        ),
  )
}

function escapePattern(text: string): string {
  return text.replaceAll(/[{}.$]/g, '\\$&')
}
