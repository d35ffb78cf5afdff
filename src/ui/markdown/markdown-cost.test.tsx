import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../../scripts/lib/sampling'
import { cpuTime } from '../../test/cpu-time'
import { markdownLabels as labels } from '../../test/hostile/markdown'
import { MarkdownBody } from './markdown-body'
import { estimateCost, markdownLimits, prepareMarkdown } from './markdown-cost'

const paragraph = `Сервис принимает имя и пароль, а затем собирает запрос из **строк**. Найдите место, где
[параметр](https://wiki.example/sql) попадает в запрос без проверки, и используйте \`UNION\`.

`
const section = `## Часть

${paragraph.repeat(3)}- первый шаг: посмотрите на *форму* входа
- второй шаг: откройте инструменты разработчика

| Поле | Значение |
|---|---|
| id | 1 |

\`\`\`sql
SELECT * FROM users WHERE id = 1;
\`\`\`

`
const ordinary = (length: number) => section.repeat(Math.ceil(length / section.length)).slice(0, length)

/** Texts whose formatting would take seconds or minutes, by about their length. */
const shapes: Record<string, (length: number) => string> = {
  'lines that continue a quote': length => `> a\n${'b\n'.repeat(length / 2)}`,
  'lines that continue a list item in a quote': length => `> - a\n${'b\n'.repeat(length / 2)}`,
  'lines that continue a footnote': length => `[^1]: b\n${'c\n'.repeat(length / 2)}`,
  'empty items': length => '* \n'.repeat(length / 3),
  'numbered items': length => '1) a\n'.repeat(length / 5),
  'loose items': length => '+ a\n\n'.repeat(length / 5),
  'nested items': length => '- a\n  - b\n'.repeat(length / 10),
  tasks: length => '- [x] a\n'.repeat(length / 8),
  quotes: length => '> a\n\n'.repeat(length / 5),
  'lines in a deep list': length =>
    `${Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- a\n`).join('')}${`${' '.repeat(80)}b\n`.repeat(length / 82)}`,
  'deep quotes': length => `${'>'.repeat(90)}a\n`.repeat(length / 92),
  'a table of many rows': length => `|a|b\n|-|-\n${'|c|d\n'.repeat(length / 5)}`,
  'a wide table': length => `${'a|'.repeat(length / 4)}\n${'-|'.repeat(length / 4)}\nb`,
  'short rows under a wide head': length =>
    `${'|a'.repeat(length / 8)}\n${'|-'.repeat(length / 8)}\n${'|b\n'.repeat(length / 6)}`,
  addresses: length => 'https://a.b '.repeat(length / 12),
  'addresses without a scheme': length => 'www.a.b '.repeat(length / 8),
  links: length => '[a](http://b.c) '.repeat(length / 16),
  images: length => '![a](b)\n\n'.repeat(length / 9),
  footnotes: length => 'x[^1]\n\n[^1]: b\n\n'.repeat(length / 16),
  'opening brackets': length => '['.repeat(length),
  'opening brackets by paragraphs': length => `${'['.repeat(900)}\n\n`.repeat(length / 902),
  'closing brackets': length => ']'.repeat(length),
  'addresses that do not end': length => '[a](b '.repeat(length / 6),
  'emphasis that crosses': length => '*a_ '.repeat(length / 4),
  emphasis: length => '**a** '.repeat(length / 6),
  code: length => '`a` '.repeat(length / 4),
  'underlined headings': length => 'a\n=\n'.repeat(length / 4),
  'underlined headings by paragraphs': length => 'a\n-\n\n'.repeat(length / 5),
  'an address that ends in punctuation': length => `http://a.b/${'?'.repeat(length)}a`,
  'an address that ends in character references': length => `www.a.b/${'&a;'.repeat(length / 3)}a`,
  'links to a long address': length => `[a]: /${'b'.repeat(length / 2)}\n\n${'[a] '.repeat(length / 8)}`,
  fences: length => '~~~\na\n~~~\n'.repeat(length / 10),
  'items that HTML hides behind a fence': length => `<div>\n\`\`\`\n\n${'- a\n'.repeat(length / 4)}`,
  'items that a list hides behind a fence': length => `- a\n\n  \`\`\`\n${'- a\n'.repeat(length / 4)}`,
  'items that a comment hides behind a fence': length => `<!--\n\n\`\`\`\n-->\n${'- a\n'.repeat(length / 4)}`,
  paragraphs: length => 'a\n\n'.repeat(length / 3),
  'hard breaks': length => 'a\\\n'.repeat(length / 3),
  'combining marks': length => `a${'\u0323'.repeat(length)}`,
  tags: length => '<i>'.repeat(length / 3),
}

const render = (source: string) =>
  renderToStaticMarkup(
    <MarkdownBody source={source} idPrefix="t-" imagePrefix="/files/" labels={labels} plain="PLAIN" />,
  )

/** The longest text of a shape that costs no more. */
const fillCost = (make: (length: number) => string, cost: number): string => {
  let [fits, tooLong] = [8, 16]
  while (tooLong < markdownLimits.length && estimateCost(make(tooLong)) <= cost)
    [fits, tooLong] = [tooLong, tooLong * 2]
  while (tooLong - fits > fits / 50) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (estimateCost(make(middle)) <= cost) fits = middle
    else tooLong = middle
  }
  return make(fits)
}

describe('X17 the cost of a text', () => {
  // What takes quadratic time stands out more at a higher cost.
  const cost = isFull ? 100_000 : 30_000
  const timeOf = (source: string) => cpuTime(() => expect(render(source)).not.toBe('PLAIN'))
  const plain = fillCost(ordinary, cost)
  // The first run also compiles.
  beforeAll(() => void timeOf(plain))

  test.each(Object.entries(shapes))(
    '%s: what costs as much takes no longer, give or take a factor',
    (_, make) => {
      const text = fillCost(make, cost)
      const getRatio = () => timeOf(text) / timeOf(plain)
      // The process may collect the garbage of other tests meanwhile.
      const best = [0, 0, 0].reduce(ratio => (ratio < 15 ? ratio : Math.min(ratio, getRatio())), Infinity)
      expect(best).toBeLessThan(15)
    },
  )

  const dense = Object.entries(shapes).filter(
    ([name]) => !['tags', 'paragraphs', 'hard breaks'].includes(name),
  )
  test.each(dense)('%s: 190 kB are not formatted', (_, make) => {
    expect(prepareMarkdown(make(190_000))).toBeNull()
  })

  test.each([
    ['190 kB of ordinary text', ordinary(190_000), true],
    ['300,000 characters of ordinary text', ordinary(300_000), true],
    ['190,000 characters with a definition', `${ordinary(190_000)}\n[a]: https://a.b`, false],
    ['300,000 Cyrillic letters', 'Слово в предложении. '.repeat(14_000), false],
    ['300 kB of code', `\`\`\`js\n${'const a = [1, [2]] // *b*\n'.repeat(11_000)}\`\`\``, false],
    ['a list of 2,000 items', '- a step that says what to do next\n'.repeat(2000), false],
    ['an address of 2,000 characters', `See https://a.b/?token=${'a1'.repeat(1000)} for more.`, false],
  ])('%s are formatted', (_, source, isSplit) => {
    const parts = prepareMarkdown(source)?.parts ?? []
    expect(parts.join('')).toBe(source)
    expect(parts.length > 1).toBe(isSplit)
  })

  test('is estimated in linear time', () => {
    const length = markdownLimits.length
    const hostile = [
      '[',
      '`',
      '-',
      '>',
      '#',
      ' ',
      '|-',
      '- ',
      '\n',
      '\\',
      '\u0301',
      '<!',
      ']:',
      'http',
      '=\n',
      '~~~\n',
    ]
    const texts = hostile.flatMap(one => [
      one.repeat(length / one.length),
      `a${one.repeat(length / one.length - 2)}a`,
    ])
    const time = cpuTime(() => void prepareMarkdown(ordinary(length)))
    // A collection of garbage may fall into one of them; in quadratic time it is thousands.
    for (const text of texts) expect(cpuTime(() => void prepareMarkdown(text)) / time).toBeLessThan(100)
  })
})
