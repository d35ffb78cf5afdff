import { act, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PersonaName } from '../../mocks/platform/personas'
import { type RenderedRoute, renderRoute } from './render-route'
import { bracketed, findings } from './unbracketed'

/**
 * Every word that comes from the locales is put into brackets; what a page shows without them was never translated
 * (ux §8, point 6). Data is told by the markup that data has to have (ux §8, point 11), not by its words.
 */
beforeAll(() => {
  i18next.use({ type: 'postProcessor', name: 'pseudo', process: bracketed })
  Object.assign(i18next.options, { postProcess: ['pseudo'] })
})
afterAll(() => void Object.assign(i18next.options, { postProcess: false }))
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})

/** Chunks of code come on the way. */
const patience = { timeout: 10_000 }

/** The page is there, and so is everything that it asked for. */
const settled = async ({ router }: RenderedRoute): Promise<void> => {
  await screen.findByRole('heading', { level: 1 }, patience)
  await waitFor(() => {
    if (router.state.status !== 'idle' || document.querySelector('[aria-busy="true"]'))
      throw new Error('still loading')
  }, patience)
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
  'LANG-06 LANG-11 %s has no word outside the locales, and data in its own elements alone (%s)',
  async (path, as) => {
    const page = await renderRoute(path, { ...(as && { as }) })
    await settled(page)
    expect(findings(document)).toEqual([])
  },
  30_000,
)

/** What opens the part, and what is pressed inside of it afterwards. */
const openable: [name: RegExp, as: PersonaName, inside?: RegExp][] = [
  [/Меню профиля/, 'student'],
  [/Меню профиля/, 'newcomer'],
  [/Меню профиля/, 'student', /Изменить имя пользователя/],
  [/Меню профиля/, 'student', /Сменить пароль/],
  [/Меню профиля/, 'student', /Выйти/],
  [/Язык:/, 'student'],
  [/Тема:/, 'student'],
  [/Обратная связь/, 'student'],
  [/Сочетания клавиш/, 'student'],
]

const opened = (): Promise<Element> =>
  waitFor(() => {
    const found = document.querySelector('[role="dialog"], [role="menu"]')
    if (!found?.textContent.includes('⟦') || found.querySelector('[aria-busy="true"]'))
      throw new Error('not open yet')
    return found
  }, patience)

test.each(openable)(
  'LANG-06 LANG-11 what %s opens has no word outside the locales (%s, %s)',
  async (name, as, inside) => {
    const page = await renderRoute('/competencies', { as })
    await settled(page)
    const [trigger] = await screen.findAllByRole('button', { name })
    if (!trigger) throw new Error('nothing opens it')
    // A part that suspends inside of an unawaited `act` would wait for ever: only in tests, and only the first time.
    await act(() => page.user.click(trigger))
    await opened()
    if (inside) await page.user.click(await screen.findByRole('button', { name: inside }, patience))
    expect(findings(document)).toEqual([])
  },
  30_000,
)

test('LANG-06 the failures of loading have no word outside the locales', async () => {
  const page = await renderRoute('/contacts', { config: { contacts: [] } })
  await settled(page)
  expect(findings(document)).toEqual([])
})

test('LANG-06 LANG-11 a word that stands in the code is found, and a name that stands beside its element', () => {
  const { body } = new DOMParser().parseFromString(
    '<p>⟦a⟧ 1</p><p>⟦b⟧ loose</p><bdi>data</bdi><a aria-label="bare" title="⟦c⟧">⟦<b>in</b>side⟧</a><i>data</i>',
    'text/html',
  )
  expect(findings(body)).toEqual(['p: "loose"', 'a[aria-label]: "bare"', 'i: "data"'])
})
