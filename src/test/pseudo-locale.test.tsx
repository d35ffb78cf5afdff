import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PersonaName } from '../../mocks/platform/personas'
import { sample } from '../../scripts/lib/sampling'
import { typography } from '../i18n/init'
import { anyOf, beforePlaceholder, ru } from './messages'
import { pages, type TestPage } from './pages'
import { type RenderedRoute, renderRoute } from './render-route'

const open = '⟦'
const close = '⟧'

/**
 * Elements without translations: `bdi` for user and configuration data, `.markdown` for texts of the platform, `code`, `samp`,
 * `kbd` and `pre` for code and keys, `time` for dates formatted by Intl.
 */
const data = 'bdi, .markdown, code, samp, kbd, pre, time, script, style, noscript'

const spokenAttributes = [
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
]

/** The text outside brackets, and the nesting depth at its end. */
const outside = (text: string, depth: number): { rest: string; depth: number } => {
  let rest = ''
  let at = depth
  for (const letter of text) {
    if (letter === open) at += 1
    else if (letter === close) at -= 1
    else if (at === 0) rest += letter
  }
  return { rest: rest.trim(), depth: at }
}

/** Exceptions. */
const allowed: [text: RegExp, why: string][] = [
  [/^(?:RU|EN)\.?$/, 'the code of a language is the same in every language'],
  [
    /^\d{1,2}\s\p{L}+\s\d{4}\sг\.(?:\sв\s\d\d:\d\d(?:\s(?:GMT|UTC|МСК)\S*)?)?$/u,
    'src/lib/format: a moment by Intl',
  ],
  [/^(?:,\s)?\d{1,2}\s\p{L}+\.?$/u, 'src/lib/format: a day by Intl, also after a comma'],
  [/^(?:сегодня|вчера|\d{1,2}\s\p{L}+\.?),\s\d\d:\d\d$/u, 'a recent moment by Intl'],
  [
    /^[\d\s.,:]+\s(?:байт|Б|кБ|МБ|ГБ|ч|мин|с|дн\.?|₽)(?:\s\d+\s(?:ч|мин|с))?$/u,
    'src/lib/format: a measure by Intl',
  ],
]

const hasWords = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !allowed.some(([pattern]) => pattern.test(text))

/** Elements that can only contain text. */
const textOnly = 'option, svg, .sr-only'

/** Data of the page, which may be repeated where no element is possible: in options and accessible names. */
const getData = (root: Element): string[] =>
  [...root.querySelectorAll('bdi')]
    .map(({ textContent }) => textContent.trim())
    .filter(name => name.length > 2)
    .sort((one, other) => other.length - one.length)

const removeNames = (rest: string, names: readonly string[]): string =>
  names
    .reduce((left, name) => left.split(name).join(' '), rest)
    .replace(/\s+·?\s*$/, '')
    .trim()

const checkAttributes = (element: Element, names: readonly string[]): string[] =>
  spokenAttributes.flatMap(name => {
    const rest = removeNames(outside(element.getAttribute(name) ?? '', 0).rest, names)
    return hasWords(rest) ? [`${element.tagName.toLowerCase()}[${name}]: "${rest}"`] : []
  })

/** Untranslated text of a page, as `element: "text"`. */
const findUntranslated = (page: Document | Element): string[] => {
  const root = page instanceof Document ? page.body : page
  const names = getData(root)
  const title = page instanceof Document ? removeNames(outside(page.title, 0).rest, names) : ''
  const found = hasWords(title) ? [`title: "${title}"`] : []
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  let depth = 0
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node instanceof Element) {
      if (!node.closest(data)) found.push(...checkAttributes(node, names))
      continue
    }
    const { rest: text, depth: next } = outside(node.textContent ?? '', depth)
    depth = next
    const parent = node.parentElement
    const rest = removeNames(text, parent?.closest(textOnly) ? names : [])
    if (hasWords(rest) && !parent?.closest(data)) found.push(`${parent?.tagName.toLowerCase()}: "${rest}"`)
  }
  return [...new Set(found)]
}

/** Puts brackets around every message: text without them is hard-coded. Data is recognized by its markup. */
beforeEach(() => {
  vi.spyOn(typography, 'process').mockImplementation(text => open + text + close)
  Element.prototype.scrollIntoView = () => undefined
})

/** Waits for the page and its data. */
const settle = async ({ router }: RenderedRoute): Promise<void> => {
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => {
    if (router.state.status !== 'idle' || document.querySelector('[aria-busy="true"]'))
      throw new Error('still loading')
  })
}

type PageState = Omit<TestPage, 'text'>

/** A failure, an exam without an attempt, a terminal, a chart that is hidden. */
const states: PageState[] = [
  { path: '/invite/NO-SUCH-CODE' },
  { path: '/group/5', as: 'candidate' },
  { path: '/group/1/task/104?pane=terminal', as: 'student' },
  { path: '/group/6/leaderboard', as: 'student' },
]

const otherStates: PageState[] = [
  { path: '/new-password' },
  { path: '/callback' },
  { path: '/invite/AUTUMN-2026', as: 'student' },
  { path: '/no/such/page' },
  { path: '/', as: 'newcomer' },
  { path: '/group/3', as: 'student' },
  { path: '/group/4', as: 'student' },
  { path: '/group/9', as: 'newcomer' },
  { path: '/group/1/task/102', as: 'student' },
  { path: '/group/1/task/106', as: 'student' },
  { path: '/group/1/task/107', as: 'admin' },
  { path: '/group/1/task/119?pane=writeup', as: 'student' },
  { path: '/moodle/no-such-group/1', as: 'student' },
]

test.each(sample<PageState>([...pages, ...states], otherStates))(
  'LANG-06 LANG-11 $path has no hard-coded text, and data only in data elements ($as)',
  async ({ path, as, scenario }) => {
    const page = await renderRoute(path, { ...(as && { as }), ...(scenario && { scenario }) })
    await settle(page)
    expect(findUntranslated(document)).toEqual([])
  },
)

/** The trigger, the user, and what is clicked inside. */
type Popup = [name: RegExp, as: PersonaName, inside?: RegExp]

const popups: Popup[] = [
  [anyOf(ru.common['account.menu']), 'student', anyOf(ru.account['password.change'])],
  [anyOf(ru.common['nav.feedback']), 'student'],
]

const otherPopups: Popup[] = [
  [anyOf(ru.common['account.menu']), 'student'],
  [anyOf(ru.common['account.menu']), 'newcomer'],
  [anyOf(ru.common['account.menu']), 'student', anyOf(ru.account['username.edit'])],
  [anyOf(ru.common['account.menu']), 'student', anyOf(ru.account.logout)],
  [anyOf(beforePlaceholder(ru.common['language.menu'])), 'student'],
  [anyOf(beforePlaceholder(ru.common['theme.menu'])), 'student'],
  [anyOf(ru.common['nav.shortcuts']), 'student'],
]

const opened = (): Promise<Element> =>
  waitFor(() => {
    const found = document.querySelector('[role="dialog"], [role="menu"]')
    if (!found?.textContent.includes('⟦') || found.querySelector('[aria-busy="true"]'))
      throw new Error('not open yet')
    return found
  })

test.each(sample(popups, otherPopups))(
  'LANG-06 LANG-11 the popup of %s has no hard-coded text (%s, %s)',
  async (name, as, inside) => {
    const page = await renderRoute('/competencies', { as })
    await settle(page)
    const [trigger] = await screen.findAllByRole('button', { name })
    if (!trigger) throw new Error('There is no trigger.')
    // A lazy component that suspends in an `act` that is not awaited never resolves.
    await act(() => page.user.click(trigger))
    await opened()
    if (inside) await page.user.click(await screen.findByRole('button', { name: inside }))
    expect(findUntranslated(document)).toEqual([])
  },
)

test('LANG-06 load errors have no hard-coded text', async () => {
  const page = await renderRoute('/contacts', { config: { contacts: [] } })
  await settle(page)
  expect(findUntranslated(document)).toEqual([])
})
