import { cleanup, render, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { markPageReady } from '../../lib/hydration'
import { markdownLabels as labels } from '../../test/hostile/markdown'
import { Markdown } from './markdown'

/** Renders, and waits for the lazy body or for the plain text. */
const show = async (source: string) => {
  const { container } = render(
    <Markdown source={source} idPrefix="t-" imagePrefix="/files/" labels={labels} />,
  )
  // The first render also loads the parser.
  await waitFor(() => {
    if (!container.querySelector('.markdown') && !screen.queryByText(labels.plainNotice))
      throw new Error('still loading')
  })
  return container
}

test('named and numeric character references are characters, unknown ones stay', async () => {
  const container = await show(
    '**AT&amp;T** &mdash; &#169; &#x2713; &lt;b&gt; &nosuch; Q&A, `&lt;` &lbrace;&ast;no&ast;',
  )
  expect(container.querySelector('p')?.textContent).toBe('AT&T — © ✓ <b> &nosuch; Q&A, &lt; {*no*')
  expect(container.querySelector('strong')).toBeTruthy()
})

describe('raw HTML of imported tasks', () => {
  const html = async (source: string) => (await show(source)).querySelector('.markdown')?.innerHTML

  test.each([
    ['a line break', 'one<br>two<BR />three', '<p>one<br>\ntwo<br>\nthree</p>'],
    ['line breaks in a table', '|a|\n|-|\n|b<br/>c|', /<td>b<br>\nc<\/td>/],
    ['line breaks alone', 'one\n\n<br>\n<br>\n\ntwo', '<p>one</p>\n<br>\n\n\n<p>two</p>'],
    ['keys', 'Press <kbd>Ctrl</kbd>+<KBD>*U*</KBD>', '<p>Press <kbd>Ctrl</kbd>+<kbd><em>U</em></kbd></p>'],
    [
      'code with references',
      '<code>&lt;i src="`x`"&gt;</code>',
      '<p><code translate="no">&lt;i src="<code translate="no">x</code>"&gt;</code></p>',
    ],
    ['nested tags', 'x<sup>2<sub>i</sub></sup>', '<p>x<sup>2<sub>i</sub></sup></p>'],
    ['a block in tags of the layout', '<center>a &#x1F9ED; &amp; b</center>', '<p>a 🧭 &amp; b</p>'],
    ['a summary', '<details>\n<summary>From CTFd</summary>\n</details>', '<p>From CTFd</p>'],
    ['a comment', 'a <!-- author: me --> b', '<p>a  b</p>'],
    ['a comment after a block', '<p>a</p> <!-- author: me -->', '<p>a</p>'],
    ['a comment with a tag', '<!-- <b>a</b> -->', '&lt;!-- &lt;b&gt;a&lt;/b&gt; --&gt;'],
    ['a tag of the layout in a sentence', 'the tag <div> is', '<p>the tag &lt;div&gt; is</p>'],
    [
      'a character reference out of range',
      '<p>&#x7fffff; &nosuch;</p>',
      '<p>&amp;#x7fffff; &amp;nosuch;</p>',
    ],
    [
      'a bare address with “&amp;”',
      'https://a.example/?b=1&amp;c=2',
      /href="https:\/\/a\.example\/\?b=1&amp;c=2"[^>]*>https:\/\/a\.example\/\?b=1&amp;c=2 </,
    ],
    ['a tag that is not closed', '<kbd>a', '<p>&lt;kbd&gt;a</p>'],
    ['tags that cross', '<sub>a<sup>b</sub>c</sup>', '<p><sub>a&lt;sup&gt;b</sub>c&lt;/sup&gt;</p>'],
    [
      'a tag that ends behind another pair',
      '<sub>a<sup>b</sub>c<kbd>d</sup>e',
      '<p><sub>a&lt;sup&gt;b</sub>c&lt;kbd&gt;d&lt;/sup&gt;e</p>',
    ],
    ['a tag with an attribute', '<kbd id="x">a</kbd>', '<p>&lt;kbd id="x"&gt;a&lt;/kbd&gt;</p>'],
    [
      'a tag that code shows',
      '`<kbd>`a</kbd>',
      '<p><code translate="no">&lt;kbd&gt;</code>a&lt;/kbd&gt;</p>',
    ],
  ])('%s', async (_, source, expected) => {
    const shown = await html(source)
    if (typeof expected === 'string') expect(shown).toBe(expected)
    else expect(shown).toMatch(expected)
  })
})

test('a formatter that fails says so, and the text is readable', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const broken = {
    ...labels,
    get footnotes(): string {
      throw new TypeError('no footnotes')
    },
  }
  const { container } = render(
    <Markdown source="**a** and b" idPrefix="t-" imagePrefix="/files/" labels={broken} />,
  )
  await screen.findByText(labels.failedNotice, {}, { timeout: 10_000 })
  expect(screen.queryByText(labels.plainNotice)).toBeNull()
  expect(container.querySelector('pre')?.textContent).toBe('**a** and b')
  expect(silent).toHaveBeenCalled()
  silent.mockRestore()
})

test('X01 blocked markup stays visible as text', async () => {
  const container = await show('before <script>alert(1)</script> after\n\n<div onclick="x">block</div>')
  expect(container.textContent).toContain('before <script>alert(1)</script> after')
  expect(container.textContent).toContain('<div onclick="x">block</div>')
})

describe('X10 X12 links', () => {
  test('http and https links open in a new tab without a referrer, and name their host', async () => {
    await show('[docs](https://wiki.example/a?b=c)')
    const link = screen.getByRole('link', { name: 'docs (wiki.example) opens in a new tab' })
    expect(link.getAttribute('href')).toBe('https://wiki.example/a?b=c')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  })

  test.each([
    [
      '[https://bank.example](https://evil.example)',
      'https://bank.example (evil.example) opens in a new tab',
    ],
    ['[bank.example](https://evil.example/bank.example)', 'bank.example (evil.example) opens in a new tab'],
    [
      '[bank.example, a service of evil.example](https://evil.example)',
      'bank.example, a service of evil.example (evil.example) opens in a new tab',
    ],
    [
      '[bank.example/evil.example](https://evil.example)',
      'bank.example/evil.example (evil.example) opens in a new tab',
    ],
    [
      '[evil.example.bank.example](https://evil.example)',
      'evil.example.bank.example (evil.example) opens in a new tab',
    ],
    [
      '[bank.example@evil.example](https://evil.example)',
      'bank.example@evil.example (evil.example) opens in a new tab',
    ],
    [
      '[https://:bank.example@evil.example](https://evil.example)',
      'https://:bank.example@evil.example (evil.example) opens in a new tab',
    ],
    ['[b](https://b\u0430nk.example)', 'b (xn--bnk-6cd.example) opens in a new tab'],
    ['https://b\u0430nk.example', 'https://b\u0430nk.example (xn--bnk-6cd.example) opens in a new tab'],
    ['[wiki.example/a](https://wiki.example/b)', 'wiki.example/a opens in a new tab'],
    ['https://wiki.example/a', 'https://wiki.example/a opens in a new tab'],
  ])('%s shows the host unless the link text does', async (source, name) => {
    await show(source)
    expect(screen.getByRole('link').textContent).toBe(name)
  })

  test('any other address is plain text, and clicking it does nothing', async () => {
    await show('[stay](javascript:x) and [here](/groups)')
    expect(screen.queryByRole('link')).toBeNull()
    const before = location.href
    screen.getByText('stay').click()
    screen.getByText('here').click()
    expect(location.href).toBe(before)
  })
})

describe('X11 images', () => {
  test('images of the platform are shown', async () => {
    const container = await show('![plan](/files/tasks/1/plan.png)')
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/files/tasks/1/plan.png')
  })

  test('foreign images are replaced by a notice with a link', async () => {
    const container = await show('![spy](https://evil.example/p.png)')
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByText(/image not loaded/)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'spy (evil.example) opens in a new tab' })
    expect(link.getAttribute('href')).toBe('https://evil.example/p.png')
  })

  test('the link of a foreign image names its host, whatever the alt text says', async () => {
    await show('![bank.example](https://evil.example/p.png)')
    expect(screen.getByRole('link').textContent).toBe('bank.example (evil.example) opens in a new tab')
  })

  test.each(['/api/groups/1/attempts/start', 'http://localhost/api/x', 'data:image/png;base64,x'])(
    '%s is neither loaded nor linked',
    async address => {
      const container = await show(`![spy](${address})`)
      expect(container.querySelector('img, a')).toBeNull()
      expect(screen.getByText(/image not loaded: spy/)).toBeTruthy()
    },
  )
})

test('headings start at h3 and skip no level', async () => {
  const container = await show('# One\n\n#### Two\n\n###### Three')
  expect([...container.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ tagName }) => tagName)).toEqual([
    'H3',
    'H4',
    'H5',
  ])
})

test('comments in code are no headings, and no level is skipped', async () => {
  const container = await show('```sh\n# comment\n```\n\n### First\n\n# Second\n\n##### Third')
  expect([...container.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ tagName }) => tagName)).toEqual([
    'H3',
    'H3',
    'H4',
  ])
})

test('code can be copied and focused', async () => {
  const container = await show('```sql\nSELECT 1;\n```')
  markPageReady()
  expect(container.querySelector('pre')?.tabIndex).toBe(0)
  expect(screen.getByRole('button', { name: 'copy code' })).toBeTruthy()
  await waitFor(() => expect(container.querySelector('.hljs-keyword')?.textContent).toBe('SELECT'))
  expect(container.querySelector('pre')?.textContent).toBe('SELECT 1;')
})

describe('X17 a text over the limits is shown as plain text', () => {
  const nested = (levels: number) =>
    Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')
  test.each([
    ['5,000 quotes', '>'.repeat(5000)],
    ['500 nested lists', nested(500)],
    ['1 MB of text', 'word '.repeat(200_000)],
    ['190,000 closing brackets', ']'.repeat(190_000)],
    ['60,000 openers of emphasis', '*a '.repeat(60_000)],
    ['many paragraphs of marks', `${'a*'.repeat(900)}\n\n`.repeat(100)],
  ])('%s', async (_, source) => {
    const container = await show(source)
    expect(screen.getByText(labels.plainNotice)).toBeTruthy()
    expect(container.querySelector('pre')?.textContent).toBe(source)
  })

  test('a text that only the parser finds too deep is caught by the error boundary', async () => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const opened = Array.from({ length: 150 }, (_, index) => (index % 2 ? '**a ' : '*a ')).join('')
    const closed = Array.from({ length: 150 }, (_, index) => (index % 2 ? 'b* ' : 'b** ')).join('')
    await show(opened + closed)
    expect(screen.getByText(labels.plainNotice)).toBeTruthy()
    silent.mockRestore()
  })

  test('random nested Markdown never throws and keeps its text', async () => {
    const shapes = fc.constantFrom(
      '> ',
      '- ',
      '1. ',
      '*',
      '_a ',
      '[',
      '![',
      '`',
      '<b>',
      '|a',
      '# ',
      '\\',
      '&#0;',
    )
    const bombs = fc.array(fc.tuple(shapes, fc.integer({ min: 1, max: 3000 })), {
      minLength: 1,
      maxLength: 4,
    })
    const property = fc.asyncProperty(bombs, async parts => {
      const container = await show(
        `${parts.map(([shape, times]) => shape.repeat(times)).join('\n')}last words`,
      )
      expect(container.textContent).toContain('last words')
      cleanup()
    })
    await fc.assert(property, { numRuns: 20, seed: 17 })
  })

  test('a long ordinary text is rendered as Markdown', async () => {
    const container = await show(
      '## Part\n\nSome *text* with `code` and [a link](https://a.example).\n\n'.repeat(60),
    )
    expect(container.querySelectorAll('h3')).toHaveLength(60)
  })
})

describe('M01 a long text is rendered part by part', () => {
  const list = '- a word that fills the part\n'.repeat(600)
  const text = [
    `# Title\n\n${list}`,
    `### Third\n\n${list}\n\`\`\`inline\`\`\` code\n`,
    // Without a language: highlighting, whenever it comes, trims the last line break.
    `\`\`\`\`\n${'# a comment\n'.repeat(1500)}\`\`\`\n# inside\n\`\`\`\`\n`,
    `# Last\n\n### Fourth\n\n${list}`,
    `## Second\n\n[docs][1] and ${'more '.repeat(100)}`,
  ].join('\n')
  const BLOCKS = 'h3, h4, h5, h6, li, pre, p'
  const getBlocks = (container: HTMLElement) =>
    Array.from(container.querySelectorAll(BLOCKS), ({ tagName, textContent }) => [tagName, textContent])

  test('and shows what it would show in one part', async () => {
    // A definition keeps a text in one part.
    const whole = getBlocks(await show(`${text}\n\n[unused]: https://wiki.example`))
    cleanup()
    const container = await show(text)
    // Cheap, because it runs with each part; a comparison that fails describes thousands of blocks.
    await waitFor(() => {
      if (container.querySelectorAll(BLOCKS).length < whole.length) throw new Error('still rendering')
    })
    expect(getBlocks(container)).toEqual(whole)
    expect(whole.filter(([tag]) => tag?.startsWith('H'))).toEqual([
      ['H3', 'Title'],
      ['H4', 'Third'],
      ['H3', 'Last'],
      ['H4', 'Fourth'],
      ['H4', 'Second'],
    ])
  })

  test('also without hashes before its headings, and with a level that is skipped', async () => {
    const words = `${'a word that fills the part '.repeat(400)}\n\n`
    const source = `Title\n===\n\n${words}Second\n---\n\n${words}#### Deep\n\n${words}${words}Third\n---\n\n${words}`
    const whole = getBlocks(await show(`${source}[unused]: https://wiki.example`))
    cleanup()
    const container = await show(source)
    await waitFor(() => expect(getBlocks(container)).toEqual(whole))
    expect(whole.filter(([tag]) => tag?.startsWith('H'))).toEqual([
      ['H3', 'Title'],
      ['H4', 'Second'],
      ['H5', 'Deep'],
      ['H4', 'Third'],
    ])
  })

  test('but not one whose links are defined elsewhere in it', async () => {
    const container = await show(`${text}\n\n[1]: https://wiki.example/a`)
    expect(container.querySelector('a')?.getAttribute('href')).toBe('https://wiki.example/a')
  })
})
