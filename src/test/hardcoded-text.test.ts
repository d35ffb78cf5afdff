import ts from 'typescript'
import { expect, test } from 'vitest'
import { isGenerated, isTest, type SourceFile, sourceFiles } from '../../scripts/lib/source-files'
import { forEachNode, getOutcomes, getPlace, parse } from './tsx-source'

/** Attributes that are not shown to users. */
const technical = new Set(
  `accept action align allow as autoCapitalize autoComplete autoCorrect call className content decoding describedBy enterKeyHint fill from hash
  id idPrefix inputMode key lang live loading method name outcome padding positionMethod preserveAspectRatio reason reasonPlacement
  referrerPolicy rel role sandbox scope shapeRendering side signal size src state status stroke strokeLinecap strokeLinejoin target titleId to tone translate type
  variant vectorEffect width`.split(/\s+/),
)
const isTechnical = (name: string): boolean =>
  technical.has(name) || (/^(?:data|aria)-/.test(name) && !spoken.test(name))
const spoken = /^aria-(?:label|description|valuetext|roledescription|placeholder|braillelabel)$/

/** Calls that show text; a file without JSX is only parsed if it may contain one. */
const mayCall = /announce|alert|confirm|prompt|toast|setCustomValidity|document\.title/
const textCalls = /^(?:announce|alert|confirm|prompt|toast(?:\.\w+)?|\w+\.setCustomValidity)$/

const isKeys = (text: string): boolean => /^(?:(?:Ctrl|Alt|Shift)\+)+(?:Enter|[A-Z])$/.test(text)
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text) && !isKeys(text)

/** String literals that an expression may evaluate to, except arguments of calls. */
const literals = (node: ts.Node): string[] =>
  getOutcomes(node).flatMap(one => {
    if (ts.isStringLiteralLike(one)) return [one.text]
    if (ts.isTemplateExpression(one))
      return [
        [one.head.text, ...one.templateSpans.map(({ literal }) => literal.text)].join('…'),
        ...one.templateSpans.flatMap(({ expression }) => literals(expression)),
      ]
    if (ts.isBinaryExpression(one) && one.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return [one.left, one.right].flatMap(literals)
    return ts.isArrayLiteralExpression(one) ? one.elements.flatMap(literals) : []
  })

/** Elements for keys, code and data, which are not translated. */
const isForMachines = (parent: ts.Node): boolean =>
  ts.isJsxElement(parent) && /^(?:Kbd|kbd|code|samp|bdi)$/.test(parent.openingElement.tagName.getText())

const getTexts = (node: ts.Node): string[] => {
  if (ts.isJsxText(node)) return isForMachines(node.parent) ? [] : [node.text.trim()]
  if (ts.isJsxExpression(node))
    return ts.isJsxAttribute(node.parent) || isForMachines(node.parent) ? [] : literals(node)
  if (ts.isJsxAttribute(node))
    return node.initializer && !isTechnical(node.name.getText()) ? literals(node.initializer) : []
  if (ts.isCallExpression(node))
    return textCalls.test(node.expression.getText()) ? node.arguments.slice(0, 1).flatMap(literals) : []
  const isTitle =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    node.left.getText() === 'document.title'
  return isTitle ? literals(node.right) : []
}

/** Hard-coded interface text of a file, as `path:line text`. */
const findHardcodedText = (file: SourceFile): string[] => {
  if (!file.path.endsWith('.tsx') && !mayCall.test(file.text)) return []
  const found: string[] = []
  forEachNode(parse(file), node => {
    const loose = getTexts(node).filter(hasWord)
    found.push(...loose.map(one => `${getPlace(node)} ${one}`))
  })
  return found
}

test('LANG-04 the application has no hard-coded text', () => {
  // The page of components is for developers, and in no build.
  const isKit = (path: string) => path === 'src/devtools/kit.tsx'
  const written = sourceFiles('src').filter(({ path }) => !isTest(path) && !isGenerated(path) && !isKit(path))
  expect(written.length).toBeGreaterThan(300)
  const found = written.flatMap(findHardcodedText)
  expect(found, 'move the text to src/i18n/locales, in both languages, and show it by t()').toEqual([])
})
