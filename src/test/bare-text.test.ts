import { expect, test } from 'vitest'
import { isTest, sourceFiles } from '../../scripts/lib/source-files'
import { findBareTexts, findTranslatedCode } from './bare-text'

// The tools of developers are in no production build.
const shipped = sourceFiles('src').filter(
  ({ path }) => path.endsWith('.tsx') && !isTest(path) && !path.startsWith('src/devtools/'),
)

test('a text beside other children has an element of its own, so that a translated page works', () => {
  expect(shipped.length).toBeGreaterThan(150)
  const advice =
    'Put each text into a <span>, join texts by a template, or wrap a prop by inSpan(): a browser that translates the page replaces bare texts'
  expect(findBareTexts(shipped), advice).toEqual([])
})

test('code and keys are not translated', () => {
  expect(shipped.flatMap(findTranslatedCode), 'Add translate="no"').toEqual([])
})

const findIn = (text: string) => findBareTexts([{ path: 'a.tsx', text }])

test.each([
  ['beside an element that may appear', 'const A = ({ is }) => <p>{t("a")}{is && <b>b</b>}</p>'],
  ['beside another text', 'const A = ({ n }) => <p>{t("a")}: {n}</p>'],
  ['after a space', 'const A = () => <p> {t("a")}</p>'],
  ['in a fragment', 'const A = () => <>{t("a")}</>'],
  ['as one of two outcomes', 'const A = ({ is }) => <p><b>b</b>{is ? <i>i</i> : t("a")}</p>'],
  ['in a list', 'const A = ({ all }) => <p>{all.map(one => one.name)}</p>'],
  ['by a name', 'const A = () => { const a = t("a"); return <p>{a}<b>b</b></p> }'],
  ['by a function', 'const render = () => t("a"); const A = () => <p>{render()}<b>b</b></p>'],
  ['as a component', 'function A() { return t("a") }'],
  [
    'given to a component that puts it beside others',
    'const B = ({ end }) => <p><b>b</b>{end}</p>; const A = () => <B end="a" />',
  ],
  [
    'given through two components',
    'const C = ({ children }) => <p><b>b</b>{children}</p>; const B = (props) => <C>{props.end}</C>; const A = () => <B end={t("a")} />',
  ],
])('finds a bare text %s', (_, text) => {
  expect(findIn(text)).not.toEqual([])
})

test.each([
  ['the only text of an element', 'const A = ({ is }) => <p>{is ? t("a") : <b>b</b>}</p>'],
  ['elements', 'const A = ({ is }) => <p><span>{t("a")}</span> {is && <b>b</b>}</p>'],
  ['text that is not translated', 'const A = ({ a }) => <code translate="no">{a}<wbr />{a}</code>'],
  [
    'an element given to a component',
    'const B = ({ end }) => <p><b>b</b>{end}</p>; const A = () => <B end={<i>i</i>} />',
  ],
  [
    'a text given to a component that makes it an element',
    'const B = ({ end }) => <p><b>b</b>{inSpan(end)}</p>; const A = () => <B end="a" />',
  ],
])('accepts %s', (_, text) => {
  expect(findIn(text)).toEqual([])
})
