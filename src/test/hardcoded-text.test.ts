import ts from 'typescript'
import { expect, test } from 'vitest'
import { isGenerated, isTest, type SourceFile, sourceFiles } from '../../scripts/lib/source-files'

/** Attributes that are not shown to users. */
const technical = new Set(
  `accept action align allow as autoCapitalize autoComplete autoCorrect call className content decoding describedBy enterKeyHint fill from hash
  id idPrefix inputMode key lang live loading method name outcome padding positionMethod preserveAspectRatio reason reasonPlacement
  referrerPolicy rel role sandbox scope shapeRendering side signal size src state status stroke strokeLinecap strokeLinejoin target titleId to tone type
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
const literals = (node: ts.Node): string[] => {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return [
      [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'),
      ...node.templateSpans.flatMap(({ expression }) => literals(expression)),
    ]
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)]
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    const isChoice =
      kind === ts.SyntaxKind.BarBarToken ||
      kind === ts.SyntaxKind.QuestionQuestionToken ||
      kind === ts.SyntaxKind.PlusToken
    if (isChoice) return [...literals(node.left), ...literals(node.right)]
    return kind === ts.SyntaxKind.AmpersandAmpersandToken ? literals(node.right) : []
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isJsxExpression(node))
    return node.expression ? literals(node.expression) : []
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literals)
  return []
}

/** Elements for keys, code and data, which are not translated. */
const isForMachines = (parent: ts.Node, source: ts.SourceFile): boolean =>
  ts.isJsxElement(parent) && /^(?:Kbd|kbd|code|samp|bdi)$/.test(parent.openingElement.tagName.getText(source))

const getTexts = (node: ts.Node, source: ts.SourceFile): string[] => {
  if (ts.isJsxText(node)) return isForMachines(node.parent, source) ? [] : [node.text.trim()]
  if (ts.isJsxExpression(node))
    return ts.isJsxAttribute(node.parent) || isForMachines(node.parent, source) ? [] : literals(node)
  if (ts.isJsxAttribute(node))
    return node.initializer && !isTechnical(node.name.getText(source)) ? literals(node.initializer) : []
  if (ts.isCallExpression(node))
    return textCalls.test(node.expression.getText(source)) ? node.arguments.slice(0, 1).flatMap(literals) : []
  const isTitle =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    node.left.getText(source) === 'document.title'
  return isTitle ? literals(node.right) : []
}

/** Hard-coded interface text of a file, as `path:line text`. */
const findHardcodedText = ({ path, text }: SourceFile): string[] => {
  const hasElements = path.endsWith('.tsx')
  if (!hasElements && !mayCall.test(text)) return []
  const kind = hasElements ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const loose = getTexts(node, source).filter(hasWord)
    if (loose.length > 0) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      found.push(...loose.map(one => `${path}:${line} ${one}`))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
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
