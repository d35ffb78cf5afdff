import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { Markdown } from './markdown'

const words = {
  copyCode: 'copy code',
  copied: 'copied',
  external: 'opens in a new tab',
  blockedImage: 'image not loaded',
  footnotes: 'notes',
  plainNotice: 'shown as it is',
  stepDone: 'done',
  stepOpen: 'open',
}

/** Renders and waits for the lazy body, or for the plain text in its place. */
const show = async (source: string) => {
  const { container } = render(<Markdown source={source} idPrefix="t-" imagePrefix="/files/" words={words} />)
  // The first one waits for the chunk of the parser too.
  await waitFor(
    () => {
      if (!container.querySelector('.markdown') && !screen.queryByText(words.plainNotice))
        throw new Error('still loading')
    },
    { timeout: 10_000 },
  )
  return container
}

const forbiddenTags =
  'script, iframe, object, embed, form, style, link, meta, base, svg:not(.lucide), math, input, button:not([aria-label="copy code"]), textarea, video, audio, template, details, dialog, frame, [srcdoc], [style], [formaction], [action], [name]'

/** Everything in the tree that could run, load or lead somewhere it must not. */
const dangers = (container: Element): string[] => {
  const found = [...container.querySelectorAll(forbiddenTags)].map(({ outerHTML }) => outerHTML.slice(0, 80))
  for (const element of container.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push(`${name}=${value}`)
      if (
        ['href', 'src', 'xlink:href', 'poster', 'background'].includes(name) &&
        !/^(?:https?:\/\/|\/files\/)/.test(value)
      ) {
        found.push(`${name}=${value}`)
      }
      if (name === 'id' && !value.startsWith('t-') && !element.closest('button')) found.push(`id=${value}`)
    }
  }
  return found
}

const payloads = [
  '<script>__xss()</script>',
  '<img src=x onerror=__xss()>',
  '<svg onload=__xss()>',
  '<svg><script>__xss()</script></svg>',
  '<iframe src="javascript:__xss()"></iframe>',
  '<iframe srcdoc="<script>__xss()</script>"></iframe>',
  '<object data="javascript:__xss()"></object>',
  '<embed src="javascript:__xss()">',
  '<form action="javascript:__xss()"><button>go</button></form>',
  '<button formaction="javascript:__xss()">go</button>',
  '<style>@import "//evil.example"</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href="//evil.example/">',
  '<details open ontoggle=__xss()>x</details>',
  '<a href="javascript:__xss()">x</a>',
  '<div style="position:fixed;inset:0">x</div>',
  '<p id="main" name="body">x</p>',
  '<math><mtext><table><mglyph><style><img src=x onerror=__xss()>',
  '<noscript><p title="</noscript><img src=x onerror=__xss()>">',
  '[x](javascript:__xss())',
  '[x](JaVaScRiPt:__xss())',
  '[x](java\nscript:__xss())',
  '[x](&#106;avascript:__xss())',
  '[x](&#x6A;&#x61;vascript:__xss())',
  '[x](\u0001javascript:__xss())',
  '[x](<javascript:__xss()>)',
  '[x]( javascript:__xss() )',
  '[x](vbscript:__xss())',
  '[x](data:text/html,<script>__xss()</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](blob:https://e.example/1)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](\\\\evil.example)',
  '[x](/group/1/attempts/start)',
  '[x](/api/groups/1/attempts/start)',
  '[x](https://user:pass@evil.example)',
  '[x](https:evil.example)',
  '[x][r]\n\n[r]: javascript:__xss()',
  '<javascript:__xss()>',
  '![x](javascript:__xss())',
  '![x](https://evil.example/pixel.png)',
  '![x](/api/groups/1/attempts/start)',
  '![x](/files/../api/groups/1/attempts/start)',
  '![x](/files/%2e%2e/api/groups)',
  '![x](data:image/svg+xml,<svg onload=__xss()>)',
  '![x](x"onerror="__xss())',
  '[x](https://a.example "onmouseover=__xss()")',
  '```html"><img src=x onerror=__xss()>\nx\n```',
  '| a |\n|---|\n| <img src=x onerror=__xss()> |',
  '- [ ] <input onfocus=__xss() autofocus>',
  '[^1]\n\n[^1]: <script>__xss()</script>',
  '# <img src=x onerror=__xss()>',
]

test.each(payloads)('X01 nothing of %j runs, loads or leads away', async source => {
  const hit = vi.fn()
  vi.stubGlobal('__xss', hit)
  const container = await show(source)
  expect(dangers(container)).toEqual([])
  expect(hit).not.toHaveBeenCalled()
})

test('X01 the text of refused markup stays visible', async () => {
  const container = await show('before <script>alert(1)</script> after\n\n<div onclick="x">block</div>')
  expect(container.textContent).toContain('before <script>alert(1)</script> after')
  expect(container.textContent).toContain('<div onclick="x">block</div>')
})

describe('X10 X12 links', () => {
  test('http and https open in a new tab without telling where from, and say so', async () => {
    await show('[docs](https://wiki.example/a?b=c)')
    const link = screen.getByRole('link', { name: /docs/ })
    expect(link.getAttribute('href')).toBe('https://wiki.example/a?b=c')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(link.textContent).toContain('opens in a new tab')
  })

  test('any other address is plain text', async () => {
    await show('[stay](javascript:x) and [here](/groups)')
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByText('stay')).toBeTruthy()
  })
})

test('X11 an image of the platform is shown, a foreign one leaves its words', async () => {
  const container = await show('![plan](/files/tasks/1/plan.png)\n\n![spy](https://evil.example/p.png)')
  expect([...container.querySelectorAll('img')].map(image => image.getAttribute('src'))).toEqual([
    '/files/tasks/1/plan.png',
  ])
  expect(screen.getByText('spy')).toBeTruthy()
})

test('headings begin below those of the page and skip no level', async () => {
  const container = await show('# One\n\n#### Two\n\n###### Three')
  expect([...container.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ tagName }) => tagName)).toEqual([
    'H3',
    'H4',
    'H5',
  ])
})

test('code can be copied and reached by keyboard', async () => {
  const container = await show('```sql\nSELECT 1;\n```')
  expect(container.querySelector('pre')?.tabIndex).toBe(0)
  expect(screen.getByRole('button', { name: 'copy code' })).toBeTruthy()
  await waitFor(() => expect(container.querySelector('.hljs-keyword')?.textContent).toBe('SELECT'), {
    timeout: 5000,
  })
  expect(container.querySelector('pre')?.textContent).toBe('SELECT 1;')
})

describe('X17 a text that is too much is shown as it is', () => {
  const nested = (levels: number) =>
    Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')
  test.each([
    ['5,000 quotes', '>'.repeat(5000)],
    ['500 nested lists', nested(500)],
    ['1 MB of text', 'word '.repeat(200_000)],
    ['200 kB of Cyrillic letters', 'ы'.repeat(100_001)],
    ['190,000 closing brackets', ']'.repeat(190_000)],
    ['60,000 openers of emphasis', '*a '.repeat(60_000)],
    ['many paragraphs of marks', `${'a*'.repeat(900)}\n\n`.repeat(100)],
  ])('%s', async (_, source) => {
    const begin = performance.now()
    const container = await show(source)
    expect(screen.getByText(words.plainNotice)).toBeTruthy()
    expect(container.querySelector('pre')?.textContent).toBe(source)
    expect(performance.now() - begin).toBeLessThan(3000)
  })

  test('what only the parser finds too deep is caught by the boundary', async () => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const opened = Array.from({ length: 150 }, (_, index) => (index % 2 ? '**a ' : '*a ')).join('')
    const closed = Array.from({ length: 150 }, (_, index) => (index % 2 ? 'b* ' : 'b** ')).join('')
    await show(opened + closed)
    expect(screen.getByText(words.plainNotice)).toBeTruthy()
    silent.mockRestore()
  })

  test('a long ordinary text is not', async () => {
    const container = await show(
      '## Part\n\nSome *text* with `code` and [a link](https://a.example).\n\n'.repeat(400),
    )
    expect(container.querySelectorAll('h3')).toHaveLength(400)
  })
})
