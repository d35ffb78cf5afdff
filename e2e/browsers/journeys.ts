import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sample } from '../../scripts/lib/sampling'
import { translatePage } from '../../scripts/lib/translate-page'
import { type Language, t } from '../messages'
import { hugeBoard } from '../screens'
import { personaPassword } from '../users'
import type { Tab } from './drivers'
import {
  click,
  clickFound,
  clickIfThere,
  focus,
  getPath,
  isThere,
  readField,
  see,
  seeText,
  TIMEOUT_MS,
  waitFor,
} from './page'
import type { Site } from './site'
import { test } from './test'

const signIn = async (
  tab: Tab,
  site: Site,
  username = 'student',
  path = '/',
  language: Language = 'ru',
): Promise<void> => {
  await tab.open(site.url + path)
  await focus(tab, 'textbox', t(language, 'auth:login.username'))
  await tab.type(username)
  await focus(tab, 'textbox', t(language, 'auth:login.password'))
  await tab.type(personaPassword)
  await tab.press('Enter')
  // The page brings its own header, whose menus are closed.
  await waitFor(`the page ${path}`, () =>
    tab.evaluate<boolean>(
      'return location.pathname + location.search === a && document.querySelector("main h1") !== null',
      path,
    ),
  )
  await see(tab, 'button', t(language, 'common:account.menu'))
}

/** Chooses the language of the session before its first page. */
const speak = async (tab: Tab, site: Site, language: Language): Promise<void> => {
  // Not the login: what is typed next would go to its field while the next page is on its way.
  await tab.open(`${site.url}/contacts`)
  await tab.evaluate('document.cookie = "language=" + a + "; path=/"', language)
}

/** Clicks by script once the link is there. */
const clickLink = (tab: Tab, selector: string) =>
  waitFor(`the link ${selector}`, () =>
    tab.evaluate<boolean>(
      'const link = document.querySelector(a); link?.click(); return link !== null',
      selector,
    ),
  )

const assert = (isTrue: boolean, what: string): void => {
  if (!isTrue) throw new Error(what)
}

/** As the browser's own translation does it. */
const translate = (tab: Tab) => tab.evaluate(`(${translatePage})()`)

const expectNoStaleTexts = async (tab: Tab): Promise<void> => {
  const stale = await tab.evaluate<string[]>('return window.staleTexts')
  assert(stale.length === 0, `Texts changed unseen: ${stale}`)
}

/** Longer than an access token lives. */
const HOUR_MS = 3_600_000

const flagField = t('ru', 'task:flags.label')
const solved = t('ru', 'task:solved.title')

/** Types a flag into the empty field and sends it. */
const sendFlag = async (tab: Tab, flag: string, language: Language = 'ru'): Promise<void> => {
  await focus(tab, 'textbox', t(language, 'task:flags.label'))
  await tab.type(flag)
  await tab.press('Enter')
}

const messageField = t('ru', 'feedback:message.label')

const openFeedback = async (tab: Tab): Promise<void> => {
  await click(tab, 'button', t('ru', 'common:nav.feedback'))
  await see(tab, 'textbox', messageField)
}

/** Again if the menu is gone: after a sign-in the header is replaced once, which closes a menu that is open by then. */
const openAccountMenu = async (tab: Tab): Promise<void> => {
  const logout = t('ru', 'account:logout')
  for (let time = 0; time < 3; time += 1) {
    await click(tab, 'button', t('ru', 'common:account.menu'))
    const isOpen = await waitFor('the menu', () => isThere(tab, 'button', logout), 8000).catch(() => false)
    if (isOpen) return
  }
  await see(tab, 'button', logout)
}

const terminalText = (tab: Tab) =>
  tab.evaluateInFrame<string>(
    '#terminal-frame',
    'return [...document.querySelectorAll(".xterm-rows > div")].map(row => row.textContent).join("\\n")',
  )

const sendCommand = async (
  tab: Tab,
  command: string,
  answer: RegExp,
  timeout = TIMEOUT_MS,
): Promise<string> => {
  await tab.typeInFrame('#terminal-frame', '.xterm-helper-textarea', command)
  const found = await waitFor(
    `the answer to "${command}"`,
    async () => answer.exec(await terminalText(tab))?.[0],
    timeout,
  )
  return found ?? ''
}

test('signs in with what was typed before any script came', async ({ tab, site }) => {
  const release = site.hold(/\.js$/)
  // The page's `load` event waits for the scripts.
  const opened = tab.open(`${site.url}/login`)
  setTimeout(release, 3000)
  await opened
  await focus(tab, 'textbox', t('ru', 'auth:login.username'))
  await tab.type('student')
  await focus(tab, 'textbox', t('ru', 'auth:login.password'))
  await tab.type(personaPassword)
  await tab.press('Enter')
  await see(tab, 'button', t('ru', 'common:account.menu'))
  assert(site.platform.countCalls('login') === 1, 'It signs in once.')
  await tab.reload()
  await see(tab, 'button', t('ru', 'common:account.menu'))
})

test('keeps a wrong flag, and accepts the right one', async ({ tab, site }) => {
  await signIn(tab, site, 'student', '/group/1/task/101')
  await sendFlag(tab, 'flag{wrong}')
  await waitFor('the verdict', () => isThere(tab, 'textbox', flagField))
  await waitFor('the call', async () => site.platform.countCalls('submitFlags') === 1)
  await waitFor('the restored flag', async () => (await readField(tab, flagField)) === 'flag{wrong}')
  await tab.reload()
  await see(tab, 'textbox', flagField)
  await focus(tab, 'textbox', flagField)
  await tab.evaluate('document.activeElement.select()')
  await tab.type(site.platform.getFlags('student', 1, 101)[0] ?? '')
  await tab.press('Enter')
  await seeText(tab, solved)
})

for (const language of sample<Language>(['ru'], ['en'])) {
  test(`signs in and solves a task on pages that the browser translates (${language})`, async ({
    tab,
    site,
  }) => {
    await speak(tab, site, language)
    await tab.open(`${site.url}/login`)
    await translate(tab)
    await focus(tab, 'textbox', t(language, 'auth:login.username'))
    await tab.type('student')
    await focus(tab, 'textbox', t(language, 'auth:login.password'))
    await tab.type('not the password')
    await tab.press('Enter')
    await seeText(tab, t(language, 'errors:Incorrect username or password'))
    await signIn(tab, site, 'student', '/group/1/task/101', language)
    await translate(tab)
    await sendFlag(tab, 'flag{wrong}', language)
    await seeText(tab, t(language, 'task:verdict.wrongOnly'))
    await focus(tab, 'textbox', t(language, 'task:flags.label'))
    await tab.evaluate('document.activeElement.select()')
    await tab.type(site.platform.getFlags('student', 1, 101)[0] ?? '')
    await tab.press('Enter')
    await seeText(tab, t(language, 'task:solved.title'))
    await expectNoStaleTexts(tab)
  })

  test(`finds a flag in the terminal of a lab on a translated page, also after a lost connection (${language})`, async ({
    tab,
    site,
  }) => {
    await speak(tab, site, language)
    await signIn(tab, site, 'student', '/group/1/task/104', language)
    await translate(tab)
    await click(tab, 'button', t(language, 'lab:start'))
    await waitFor('the call', async () => site.platform.countCalls('startLab') === 1)
    site.platform.advanceClock(60_000)
    await click(tab, 'button', t(language, 'task:terminal.open'))
    await waitFor('the prompt', async () => (await terminalText(tab)).includes('$'))
    await sendCommand(tab, "find / -name 'flag.txt' 2>/dev/null", /\/var\/backups\/site\/flag\.txt/)
    site.platform.dropTerminals()
    const flag = await waitFor('the terminal after the lost connection', () =>
      sendCommand(tab, 'cat /var/backups/site/flag.txt', /flag\{[^{}]+\}/, 4000),
    )
    await sendFlag(tab, flag, language)
    await seeText(tab, t(language, 'task:solved.title'))
    await expectNoStaleTexts(tab)
  })

  test(`pays for an exam and starts it on a translated page (${language})`, async ({ tab, site }) => {
    await speak(tab, site, language)
    await signIn(tab, site, 'candidate', '/group/5?tab=exam', language)
    await translate(tab)
    await click(tab, 'button', t(language, 'exam:request.another'), false)
    await click(tab, 'button', t(language, 'payment:pay'), false)
    const frame = `iframe[title="${t(language, 'payment:frame')}"]`
    await waitFor('the bank', () =>
      tab.evaluateInFrame(frame, 'return document.querySelector("button") !== null'),
    )
    await tab.evaluateInFrame(frame, 'document.querySelector("button").click()')
    await waitFor('the page after the payment', () =>
      tab.evaluateInFrame(frame, 'return location.pathname === "/order/ok"').catch(() => true),
    )
    site.platform.advanceClock(30_000)
    await waitFor('the payment', async () => {
      if (await isThere(tab, 'button', t(language, 'exam:start.open'))) return true
      await clickIfThere(tab, 'button', t(language, 'payment:check'))
      return false
    })
    await click(tab, 'button', t(language, 'exam:start.open'))
    await click(tab, 'checkbox', t(language, 'exam:start.understand'), false)
    await click(
      tab,
      'button',
      t(language, 'exam:start.confirm', { hours: t(language, 'exam:hours', { count: 24 }) }),
    )
    await see(tab, 'heading', t(language, 'exam:headline.exam_started'), false)
    assert(site.platform.countCalls('startAttempt') === 1, 'It starts once.')
    await expectNoStaleTexts(tab)
  })
}

test('sends feedback with a file of 4.9 MB through an expired token', async ({ tab, site }) => {
  const path = join(tmpdir(), 'feedback.txt')
  await writeFile(path, 'x'.repeat(4_900_000))
  await signIn(tab, site)
  await openFeedback(tab)
  await focus(tab, 'textbox', messageField)
  await tab.type('Стенд не отвечает')
  await tab.chooseFile('input[type=file]', path)
  await see(tab, 'button', t('ru', 'feedback:file.replace'), false)
  site.platform.advanceClock(HOUR_MS)
  site.platform.clearJournal()
  await click(tab, 'button', t('ru', 'feedback:send'))
  await seeText(tab, t('ru', 'feedback:sent'))
  const statuses = site.platform.journal().filter(({ operationId }) => operationId === 'sendFeedback')
  assert(statuses.length === 2 && statuses[0]?.status === 401, 'The first token has expired.')
  const [sent] = site.platform.feedback()
  assert(sent?.file?.size === 4_900_000, `The file arrives whole: ${JSON.stringify(sent?.file)}`)
})

test('saves the VPN file', async ({ tab, site, session }) => {
  await signIn(tab, site)
  await openAccountMenu(tab)
  await click(tab, 'button', t('ru', 'account:vpn.download'))
  // Until the download is complete, the file is empty and Firefox does not quit.
  const path = await waitFor('the whole file on the disk', async () => {
    const names = await readdir(session.downloads, { recursive: true })
    const path = join(session.downloads, names.find(name => name.endsWith('.ovpn')) ?? '')
    return path.endsWith('.ovpn') && (await stat(path)).size > 0 ? path : null
  })
  await rm(path ?? '')
})

test('scrolls and searches a board of 10,000', async ({ tab, site }) => {
  await signIn(tab, site, 'student', hugeBoard.address)
  for (const share of [0.33, 1, 0]) {
    await tab.evaluate('scrollTo(0, a * document.documentElement.scrollHeight)', share)
    await waitFor('rows everywhere in sight', () =>
      tab.evaluate<boolean>(`
        const gaps = [...document.querySelectorAll('tbody tr[aria-hidden]')].filter(gap => {
          const { top, bottom } = gap.getBoundingClientRect();
          return Math.min(bottom, innerHeight) - Math.max(top, 0) > 1;
        });
        return gaps.length === 0 && document.querySelectorAll('tbody tr').length > 5`),
    )
  }
  const rows = site.platform.board(hugeBoard.group).rows
  const username = rows[5000]?.username ?? ''
  await focus(tab, 'textbox', t('ru', 'leaderboard:filters.search'))
  await tab.type(username)
  await waitFor('one row besides the header', () =>
    tab.evaluate<boolean>(
      'const rows = [...document.querySelectorAll("tbody tr:not([aria-hidden])")]; return rows.length < 30 && rows.some(row => row.textContent.includes(a))',
      username,
    ),
  )
})

test('refreshes once for two tabs, and survives that one is closed in between', async ({ tab, site }) => {
  await signIn(tab, site)
  const other = await tab.openTab(`${site.url}/groups`)
  await see(other, 'button', t('ru', 'common:account.menu'))
  site.platform.advanceClock(HOUR_MS)
  site.platform.clearJournal()
  site.platform.fault('refreshSession', { kind: 'delay', milliseconds: 1500 })
  await clickLink(other, "a[href^='/group/']")
  await waitFor('the refresh', async () => site.platform.countCalls('refreshSession') > 0)
  await other.close()
  await clickLink(tab, "a[href='/groups']")
  await waitFor('the groups', async () => (await getPath(tab)) === '/groups')
  await waitFor('data of the groups', () => tab.evaluate('return document.querySelector("h1") !== null'))
  await tab.reload()
  await see(tab, 'button', t('ru', 'common:account.menu'))
  const refused = site.platform
    .journal()
    .filter(call => call.operationId === 'refreshSession' && call.status === 401)
  assert(refused.length === 0, 'No refresh is refused.')
})

test('opens a page by "Retry" after an outage in which its code was asked for', async ({ tab, site }) => {
  await signIn(tab, site)
  await waitFor('a link to a group', () =>
    tab.evaluate('return !!document.querySelector("a[href^=\'/group/\']")'),
  )
  const repair = site.breakDown()
  await clickLink(tab, "a[href='/competencies']")
  await see(tab, 'button', t('ru', 'common:retry'))
  repair()
  await click(tab, 'button', t('ru', 'common:retry'))
  await see(tab, 'heading', t('ru', 'competencies:list.title'))
})

test('opens a popup whose code was missing once by the next press, and keeps typed text', async ({
  tab,
  site,
}) => {
  site.refuse(/\/popups-[^/]*\.js$/, 1)
  await signIn(tab, site, 'student', '/group/1/task/102')
  await focus(tab, 'textbox', flagField)
  await tab.type('flag{typed}')
  await click(tab, 'button', t('ru', 'common:account.menu'))
  await waitFor('the menu', async () => {
    if (await isThere(tab, 'button', t('ru', 'account:logout'))) return true
    const isReloading = await clickIfThere(tab, 'button', t('ru', 'common:reload'))
    if (!isReloading) await click(tab, 'button', t('ru', 'common:account.menu'))
    return false
  })
  assert((await readField(tab, flagField)) === 'flag{typed}', 'The typed flag is kept.')
})

test('changes language and theme, signs out, and Back shows nothing private', async ({ tab, site }) => {
  await signIn(tab, site)
  await tab.open(`${site.url}/groups`)
  await click(tab, 'button', 'RU.', false)
  await click(tab, 'menuitemradio', t('ru', 'common:language.en'))
  await see(tab, 'link', t('en', 'common:nav.myProfile'))
  await click(tab, 'button', t('en', 'common:theme.menu', { theme: t('en', 'common:theme.system') }))
  await click(tab, 'menuitemradio', t('en', 'common:theme.dark'))
  await waitFor('the dark theme', () =>
    tab.evaluate('return getComputedStyle(document.documentElement).colorScheme === "dark"'),
  )
  await click(tab, 'button', t('en', 'common:account.menu'))
  await click(tab, 'button', t('en', 'account:logout'))
  await waitFor('the question', () =>
    tab.evaluate('return document.querySelector("[role=alertdialog] button") !== null'),
  )
  await clickFound(
    tab,
    'return [...document.querySelectorAll("[role=alertdialog] button")].find(button => button.textContent.trim() === a)',
    t('en', 'account:logout.confirm'),
  )
  await waitFor('the login page', async () => (await getPath(tab)) === '/login')
  await tab.back().catch(() => {})
  await waitFor('the login page again', async () => (await getPath(tab)) === '/login')
})

test('goes round by the keyboard with a focus ring on every stop', async ({ tab, site }) => {
  await signIn(tab, site, 'student', '/groups')
  // A stop that is replaced while the page loads would lose the focus.
  await waitFor('the groups', () =>
    tab.evaluate<boolean>('return document.querySelector("main a[href^=\'/group/\']") !== null'),
  )
  await tab.evaluate('document.activeElement?.blur(); scrollTo(0, 0)')
  const stops = new Set<string>()
  for (let stop = 0; stop < 12; stop += 1) {
    await tab.press('Tab')
    const name = await waitFor('a focus ring', () =>
      tab.evaluate<string | null>(`
        const element = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const hasRing = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
        return hasRing ? element.outerHTML.slice(0, 200) : null`),
    )
    stops.add(name ?? '')
  }
  assert(stops.size >= 10, 'The focus moves on.')
})
