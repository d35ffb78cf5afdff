import ts from 'typescript'
import type { SourceFile } from '../../scripts/lib/source-files'
import { forEachNode, getOutcomes, getPlace, parse } from './tsx-source'

/** What a child may be besides elements: a text, or what the caller of a component gives for one of its props. */
type Content = { kind: 'text' } | { kind: 'prop'; of: string; name: string }

type Child = ts.JsxText | ts.JsxExpression

/** Calls that return elements only. */
const elementCalls = /^(?:inSpan|createPortal|cloneElement|createElement|useLazyTrigger)$/

const isComponentName = (name: string): boolean => /^[A-Z]/.test(name)

/** The component around a node. */
const findOwner = (node: ts.Node): string => {
  for (let at = node.parent; at; at = at.parent) {
    if (!ts.isFunctionDeclaration(at) && !ts.isVariableDeclaration(at)) continue
    const name = at.name?.getText() ?? ''
    if (isComponentName(name)) return name
  }
  return ''
}

/** A function with the name of a component, also inside `memo()`. */
const isComponent = (node: ts.Node): boolean => {
  if (ts.isFunctionDeclaration(node)) return isComponentName(node.name?.text ?? '')
  if (!ts.isArrowFunction(node)) return false
  const isMemo = ts.isCallExpression(node.parent) && node.parent.expression.getText() === 'memo'
  const holder = isMemo ? node.parent.parent : node.parent
  return ts.isVariableDeclaration(holder) && isComponentName(holder.name.getText())
}

/** What a function may return. */
const getReturned = (node: ts.Node | undefined): ts.Node[] => {
  if (!node || !ts.isFunctionLike(node) || !('body' in node) || !node.body) return []
  const body = node.body as ts.Node
  if (!ts.isBlock(body)) return [body]
  const found: ts.Node[] = []
  const visit = (inner: ts.Node): void => {
    if (ts.isFunctionLike(inner)) return
    if (ts.isReturnStatement(inner) && inner.expression) found.push(inner.expression)
    ts.forEachChild(inner, visit)
  }
  ts.forEachChild(body, visit)
  return found
}

type Declaration =
  | ts.VariableDeclaration
  | ts.ParameterDeclaration
  | ts.BindingElement
  | ts.FunctionDeclaration

const unfold = (node: Exclude<Declaration, ts.FunctionDeclaration>): Declaration[] =>
  ts.isIdentifier(node.name)
    ? [node]
    : node.name.elements.flatMap(element => (ts.isBindingElement(element) ? unfold(element) : []))

const getDeclarations = (scope: ts.Node): Declaration[] => {
  if (ts.isArrowFunction(scope) || ts.isFunctionDeclaration(scope)) return scope.parameters.flatMap(unfold)
  if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) return []
  return scope.statements.flatMap(statement => {
    if (ts.isFunctionDeclaration(statement)) return [statement]
    return ts.isVariableStatement(statement) ? statement.declarationList.declarations.flatMap(unfold) : []
  })
}

/** Where a name of the same file is declared. */
const findDeclaration = (name: ts.Identifier): Declaration | undefined => {
  for (let scope: ts.Node = name.parent; scope; scope = scope.parent) {
    const found = getDeclarations(scope).find(node => node.name?.getText() === name.text)
    if (found) return found
  }
  return undefined
}

const text: Content[] = [{ kind: 'text' }]

/** Follows `const { name } = …` and parameters to the props of a component. */
const inspectBinding = (binding: ts.BindingElement): Content[] => {
  let root: ts.Node = binding
  while (ts.isBindingElement(root) || ts.isObjectBindingPattern(root)) root = root.parent
  const name = (binding.propertyName ?? binding.name).getText()
  if (name === 'icon') return []
  const prop: Content = { kind: 'prop', of: findOwner(binding), name }
  if (ts.isParameter(root)) return prop.of === '' ? text : [prop]
  if (!ts.isVariableDeclaration(root) || !root.initializer) return text
  const { initializer } = root
  if (ts.isCallExpression(initializer) && elementCalls.test(initializer.expression.getText())) return []
  return /\bprops\b/.test(initializer.getText()) ? [prop] : text
}

const inspectName = (name: ts.Identifier): Content[] => {
  if (name.text === 'undefined') return []
  const declaration = findDeclaration(name)
  if (declaration && ts.isBindingElement(declaration)) return inspectBinding(declaration)
  if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer)
    return inspect(declaration.initializer)
  return text
}

const inspectCall = ({ expression: called, arguments: [first] }: ts.CallExpression): Content[] => {
  if (elementCalls.test(called.getText())) return []
  if (/\.(?:map|flatMap)$/.test(called.getText())) return getReturned(first).flatMap(inspect)
  if (!ts.isIdentifier(called)) return text
  const declaration = findDeclaration(called)
  if (declaration && ts.isBindingElement(declaration)) return inspectBinding(declaration)
  const definition =
    declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration
  const returned = getReturned(definition)
  return returned.length === 0 ? text : returned.flatMap(inspect)
}

const isKeyword = ({ kind }: ts.Node): boolean =>
  [ts.SyntaxKind.NullKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.TrueKeyword].includes(kind)

const isElement = (node: ts.Node): boolean =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)

function inspect(node: ts.Node): Content[] {
  return getOutcomes(node).flatMap(one => {
    if (isElement(one) || isKeyword(one)) return []
    if (ts.isJsxText(one) || ts.isStringLiteralLike(one)) return one.text.trim() === '' ? [] : text
    if (ts.isIdentifier(one)) return inspectName(one)
    if (ts.isCallExpression(one)) return inspectCall(one)
    if (ts.isArrayLiteralExpression(one)) return one.elements.flatMap(inspect)
    if (ts.isPropertyAccessExpression(one) && one.expression.getText() === 'props')
      return [{ kind: 'prop', of: findOwner(one), name: one.name.text }]
    if (ts.isElementAccessExpression(one) && ts.isIdentifier(one.expression)) {
      const declaration = findDeclaration(one.expression)
      const table =
        declaration && ts.isVariableDeclaration(declaration) && getOutcomes(declaration.initializer ?? one)[0]
      if (table && ts.isObjectLiteralExpression(table))
        return table.properties.flatMap(row =>
          ts.isPropertyAssignment(row) ? inspect(row.initializer) : text,
        )
    }
    return text
  })
}

const isList = (node: ts.Node): boolean =>
  getOutcomes(node).some(
    one => ts.isCallExpression(one) && /\.(?:map|flatMap)$/.test(one.expression.getText()),
  )

const getAttributes = (node: ts.JsxElement | ts.JsxSelfClosingElement) =>
  (ts.isJsxElement(node) ? node.openingElement : node).attributes.properties.filter(ts.isJsxAttribute)

/** The translator leaves it alone. */
const isUntranslated = (node: ts.JsxElement | ts.JsxSelfClosingElement): boolean =>
  getAttributes(node).some(
    ({ name, initializer }) => name.getText() === 'translate' && initializer?.getText() === '"no"',
  )

const getChildren = (node: ts.JsxElement | ts.JsxFragment): ts.JsxChild[] =>
  node.children.filter(
    child =>
      !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) &&
      !(ts.isJsxExpression(child) && !child.expression),
  )

/** What a component is given, and where. */
interface Given {
  to: string
  node: ts.Node
  contents: Content[]
}

/**
 * Bare texts of TSX files, as `path:line text`: those with siblings, and those given to a component that puts them beside
 * others. React holds such a text node; where a translator has replaced it, a change of the text isn't seen, and a sibling
 * that appears or vanishes crashes the page. The only text of an element is set by `textContent`.
 */
export const findBareTexts = (files: readonly SourceFile[]): string[] => {
  const found = new Set<string>()
  const given: Given[] = []
  /** Props that a component puts beside other children, and where: `Button.icon`. */
  const shared = new Map<string, string>()
  const report = (node: ts.Node, why = '') =>
    found.add(`${getPlace(node)} ${node.getText().trim().replaceAll(/\s+/g, ' ').slice(0, 80)}${why}`)
  const judge = (node: ts.Node, contents: Content[], place = getPlace(node)): void => {
    for (const content of contents)
      if (content.kind === 'text') report(node)
      else if (!shared.has(`${content.of}.${content.name}`))
        shared.set(`${content.of}.${content.name}`, place)
  }
  const visitChildren = (node: ts.JsxElement | ts.JsxFragment): void => {
    const children = getChildren(node)
    const texts = children.filter((child): child is Child => ts.isJsxText(child) || ts.isJsxExpression(child))
    const tag = ts.isJsxElement(node) ? node.openingElement.tagName.getText() : ''
    for (const child of texts) {
      const contents = inspect(child)
      if (children.length > 1 || tag === '' || isList(child)) judge(child, contents)
      else if (isComponentName(tag)) given.push({ to: `${tag}.children`, node: child, contents })
    }
  }
  const visit = (node: ts.Node): void => {
    const isTag = ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)
    if (isTag && isUntranslated(node)) return
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) visitChildren(node)
    const tag = isTag ? (ts.isJsxElement(node) ? node.openingElement : node).tagName.getText() : ''
    if (isTag && isComponentName(tag))
      for (const { name, initializer } of getAttributes(node))
        if (initializer)
          given.push({
            to: `${tag}.${name.getText()}`,
            node: initializer,
            contents: inspect(initializer),
          })
    if (isComponent(node)) for (const returned of getReturned(node)) judge(returned, inspect(returned))
    ts.forEachChild(node, visit)
  }
  for (const file of files) visit(parse(file))
  for (let before = -1; before < shared.size + found.size; ) {
    before = shared.size + found.size
    for (const { to, node, contents } of given) {
      const place = shared.get(to)
      if (place === undefined) continue
      if (contents.some(({ kind }) => kind === 'text'))
        report(node, ` (${to} stands beside others: ${place})`)
      judge(
        node,
        contents.filter(({ kind }) => kind === 'prop'),
        place,
      )
    }
  }
  return [...found].sort()
}

/** Code, keys and output that a translator would change. */
export const findTranslatedCode = (file: SourceFile): string[] => {
  if (!/<(?:code|kbd|samp)\b/.test(file.text)) return []
  const found: string[] = []
  forEachNode(parse(file), node => {
    const isTag = ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)
    const tag = isTag ? (ts.isJsxElement(node) ? node.openingElement : node).tagName.getText() : ''
    if (isTag && /^(?:code|kbd|samp)$/.test(tag) && !isUntranslated(node)) found.push(getPlace(node))
  })
  return found
}
