import ts from 'typescript'
import type { SourceFile } from '../../scripts/lib/source-files'

/** The syntax tree of a file, whose nodes know their parents. */
export const parse = ({ path, text }: SourceFile): ts.SourceFile => {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
}

/** `path:line` of a node. */
export const getPlace = (node: ts.Node): string => {
  const source = node.getSourceFile()
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}

export const forEachNode = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node)
  ts.forEachChild(node, child => forEachNode(child, visit))
}

/** The expressions one of which gives an expression its value. */
export const getOutcomes = (node: ts.Node): ts.Node[] => {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(getOutcomes)
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isJsxExpression(node))
    return node.expression ? getOutcomes(node.expression) : []
  if (!ts.isBinaryExpression(node)) return [node]
  const { kind } = node.operatorToken
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return getOutcomes(node.right)
  const isChoice = kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken
  return isChoice ? [node.left, node.right].flatMap(getOutcomes) : [node]
}
