import ts from 'typescript'
import { expect, test } from 'vitest'
import { isTest, type SourceFile, sourceFiles } from '../../scripts/lib/source-files'
import { isComposing } from '../lib/is-composing'
import { forEachNode, getPlace, parse } from './tsx-source'

/** The terminal's document shares no module with the pages' first load. */
const holders = ['src/lib/is-composing.ts', 'src/terminal/search-bar.ts']

const own = sourceFiles('src').filter(({ path }) => !isTest(path))

const isKeyTest = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) &&
  /\.key$/.test(node.left.getText()) &&
  /^'(?:Enter|Escape)'$/.test(node.right.getText())

const findFunction = (node: ts.Node): ts.Node => {
  let at = node
  while (at.parent && !ts.isFunctionLike(at)) at = at.parent
  return at
}

/** Handlers of Enter or Escape that would also act on the keys of an input method. */
const findKeyHandlers = (file: SourceFile): string[] => {
  if (!/'(?:Enter|Escape)'/.test(file.text)) return []
  const found: string[] = []
  forEachNode(parse(file), node => {
    if (isKeyTest(node) && !findFunction(node).getText().includes('isComposing(')) found.push(getPlace(node))
  })
  return found
}

test('a handler of Enter or Escape leaves the keys of an input method alone', () => {
  expect(own.flatMap(findKeyHandlers), 'Ask isComposing(event) of src/lib/is-composing.ts').toEqual([])
})

test('one helper of each document knows how an input method is recognized', () => {
  const others = own.filter(
    ({ path, text }) => !holders.includes(path) && /\.isComposing\b|\bkeyCode\b/.test(text),
  )
  expect(others.map(({ path }) => path)).toEqual([])
})

test.each([
  ['a plain Enter', { isComposing: false, keyCode: 13 }, false],
  ['Enter while Chrome and Firefox compose', { isComposing: true, keyCode: 229 }, true],
  ['the Enter that commits in Safari', { isComposing: false, keyCode: 229 }, true],
])('%s', (_, key, expected) => {
  expect(isComposing(key)).toBe(expected)
  expect(isComposing({ nativeEvent: key })).toBe(expected)
})
