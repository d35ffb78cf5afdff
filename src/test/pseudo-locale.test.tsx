import { act, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PersonaName } from '../../mocks/platform/personas'
import { addBrackets, findUntranslated } from './find-untranslated'
import { anyOf, beforePlaceholder, ru } from './messages'
import { type RenderedRoute, renderRoute } from './render-route'

/** A post-processor puts brackets around every message: text without them is hard-coded. Data is recognized by its markup. */
beforeAll(() => {
  i18next.use({ type: 'postProcessor', name: 'pseudo', process: addBrackets })
  Object.assign(i18next.options, { postProcess: ['pseudo'] })
})
afterAll(() => void Object.assign(i18next.options, { postProcess: false }))
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})

/** The first page also loads the code. */
const longTimeout = { timeout: 10_000 }

/** Waits for the page and its data. */
const settle = async ({ router }: RenderedRoute): Promise<void> => {
  await screen.findByRole('heading', { level: 1 }, longTimeout)
  await waitFor(() => {
    if (router.state.status !== 'idle' || document.querySelector('[aria-busy="true"]'))
      throw new Error('still loading')
  }, longTimeout)
}

const pages: [path: string, as: PersonaName | undefined][] = [
  ['/login', undefined],
  ['/registration', undefined],
  ['/reset-password', undefined],
  ['/new-password', undefined],
  ['/new-password?token=abc', undefined],
  ['/callback', undefined],
  ['/contacts', undefined],
  ['/legal', undefined],
  ['/invite/AUTUMN-2026', undefined],
  ['/invite/NO-SUCH-CODE', undefined],
  ['/invite/AUTUMN-2026', 'student'],
  ['/profile/no-such-link', undefined],
  ['/no/such/page', undefined],
  ['/', 'student'],
  ['/', 'newcomer'],
  ['/groups', 'student'],
  ['/group/1', 'student'],
  ['/group/3', 'student'],
  ['/group/4', 'student'],
  ['/group/5', 'candidate'],
  ['/group/9', 'newcomer'],
  ['/group/1/task/101', 'student'],
  ['/group/1/task/102', 'student'],
  ['/group/1/task/104?pane=terminal', 'student'],
  ['/group/1/task/106', 'student'],
  ['/group/1/task/107', 'admin'],
  ['/group/1/task/119?pane=writeup', 'student'],
  ['/group/1/leaderboard', 'student'],
  ['/group/6/leaderboard', 'student'],
  ['/competencies', 'student'],
  ['/moodle/no-such-group/1', 'student'],
]

test.each(pages)(
  'LANG-06 LANG-11 %s has no hard-coded text, and data only in data elements (%s)',
  async (path, as) => {
    const page = await renderRoute(path, { ...(as && { as }) })
    await settle(page)
    expect(findUntranslated(document)).toEqual([])
  },
  30_000,
)

/** The trigger, the user, and what is clicked inside. */
const popups: [name: RegExp, as: PersonaName, inside?: RegExp][] = [
  [anyOf(ru.common['account.menu']), 'student'],
  [anyOf(ru.common['account.menu']), 'newcomer'],
  [anyOf(ru.common['account.menu']), 'student', anyOf(ru.account['username.edit'])],
  [anyOf(ru.common['account.menu']), 'student', anyOf(ru.account['password.change'])],
  [anyOf(ru.common['account.menu']), 'student', anyOf(ru.account.logout)],
  [anyOf(beforePlaceholder(ru.common['language.menu'])), 'student'],
  [anyOf(beforePlaceholder(ru.common['theme.menu'])), 'student'],
  [anyOf(ru.common['nav.feedback']), 'student'],
  [anyOf(ru.common['nav.shortcuts']), 'student'],
]

const opened = (): Promise<Element> =>
  waitFor(() => {
    const found = document.querySelector('[role="dialog"], [role="menu"]')
    if (!found?.textContent.includes('⟦') || found.querySelector('[aria-busy="true"]'))
      throw new Error('not open yet')
    return found
  }, longTimeout)

test.each(popups)(
  'LANG-06 LANG-11 the popup of %s has no hard-coded text (%s, %s)',
  async (name, as, inside) => {
    const page = await renderRoute('/competencies', { as })
    await settle(page)
    const [trigger] = await screen.findAllByRole('button', { name })
    if (!trigger) throw new Error('There is no trigger.')
    // A lazy component that suspends in an `act` that is not awaited never resolves.
    await act(() => page.user.click(trigger))
    await opened()
    if (inside) await page.user.click(await screen.findByRole('button', { name: inside }, longTimeout))
    expect(findUntranslated(document)).toEqual([])
  },
  30_000,
)

test('LANG-06 load errors have no hard-coded text', async () => {
  const page = await renderRoute('/contacts', { config: { contacts: [] } })
  await settle(page)
  expect(findUntranslated(document)).toEqual([])
})

test('LANG-06 LANG-11 finds hard-coded text, and data outside its element', () => {
  const { body } = new DOMParser().parseFromString(
    '<p>⟦a⟧ 1</p><p>⟦b⟧ loose</p><bdi>data</bdi><a aria-label="bare" title="⟦c⟧">⟦<b>in</b>side⟧</a><i>data</i>',
    'text/html',
  )
  expect(findUntranslated(body)).toEqual(['p: "loose"', 'a[aria-label]: "bare"', 'i: "data"'])
})
