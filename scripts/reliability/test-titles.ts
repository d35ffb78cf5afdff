const quoted = '([\'"`])((?:\\\\[^]|(?!\\QUOTE)[^\\\\])*)\\QUOTE'
const textAt = (group: number): string => quoted.replaceAll('QUOTE', String(group))

/** `test('…'`, `describe.each(rows)('…'`, and whatever else is called with a text on the result of a call. */
const called = new RegExp(`(?:\\b(?:test|it|describe)((?:\\.\\w+)*)|\\))\\s*\\(\\s*${textAt(2)}`, 'g')
/** A text that begins with a case: the name of a row. */
const row = new RegExp(`([\\[{:,]\\s*)${textAt(2)}`, 'g')
/** The cases of a sink, which `holdSink` puts before its title (src/test/bad-inputs). */
const sink = /\bcases:\s*'([^']+)'/g
const beginsWithCase = /^[A-Z]\d\d[ ,:]/
const place = /%[a-z.\d]|\$\{?\w/
const idle = /\.(?:skip|todo|fixme)/

const withoutComments = (text: string): string => text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')

/**
 * The titles of the tests in a source text, those of groups included and those of skipped ones left out. Where a title has a
 * place for its row (`%s`, `$name`, `${name}`), the rows that begin with a case are titles too.
 */
export const testTitles = (text: string): string[] => {
  const source = withoutComments(text)
  const own = [...source.matchAll(called)]
    .filter(([, members = '']) => !idle.test(members))
    .map(([, , , title = '']) => title)
  const titles = [...own, ...[...source.matchAll(sink)].map(([, cases = '']) => cases)]
  if (!titles.some(title => place.test(title))) return titles
  const rows = [...source.matchAll(row)].map(([, , , words = '']) => words)
  return [...titles, ...rows.filter(words => beginsWithCase.test(words))]
}

/** The cases that a title names: `D01, D05 a file` names two. */
export const casesIn = (title: string): string[] =>
  [...title.matchAll(/\b[AGXUDFTESNCHMKVW]\d\d\b/g)].map(([id]) => id)
