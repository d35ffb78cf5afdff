import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { loadMessages, startI18n } from '../../i18n/init'
import { announcements } from '../../lib/announce'
import type { ContentUse, ToTerminal } from '../../lib/terminal-channel'
import { captureDownloads } from '../../test/capture-downloads'
import { installFakeClock } from '../../test/fake-clock'
import { type RenderedRoute, renderRoute } from '../../test/render-route'
import { settle } from '../../test/settle'
import { captureSockets, load, makeWindow } from '../../test/terminal-frame'
import { terminalController } from './terminal-controller'
import { terminalStore } from './terminal-store'
import { FONT_SIZES, terminalSettings } from './terminal-view'

const path = '/group/1/task/104'

const open = (at = path, options: Parameters<typeof renderRoute>[1] = {}): Promise<RenderedRoute> => {
  announcements.clear()
  return renderRoute(at, { as: 'student', ...options })
}

const endpoints = [{ label: 'Shell', protocol: 'SSH', host: '10.7.0.4', port: 2202 }]
const ready: Fault = { kind: 'body', status: 200, body: { status: 'ready', endpoints } }
const isReady =
  (...faults: [string, Fault][]) =>
  ({ db }: RenderedRoute['platform']) => {
    db.faults.add('getLabStatus', ready, Number.POSITIVE_INFINITY)
    for (const [operation, fault] of faults) db.faults.add(operation, fault)
  }
const terminalUrl = (url: string): [string, Fault] => [
  'openTerminal',
  { kind: 'body', status: 200, body: { url } },
]

const dock = () => screen.findByRole('region', { name: /^Терминал/ })
const countOpened = (page: RenderedRoute) => page.calls().filter(call => call === 'openTerminal').length
const openButton = () => screen.findAllByRole('button', { name: 'Открыть терминал' })
/** Opens the terminal by its button, once the page has come to rest: until then the button may be another element. */
const clickOpen = async (page: RenderedRoute) => {
  await openButton()
  await settle(page)
  const before = countOpened(page)
  const [button] = await openButton()
  expect(button?.getAttribute('aria-disabled')).not.toBe('true')
  await page.user.click(button as HTMLElement)
  await waitFor(() => expect(countOpened(page)).toBe(before + 1))
}
const frames = () => document.querySelectorAll('iframe')
const getAnnouncements = () => announcements.get().map(({ text }) => text)

const openMenu = async (page: RenderedRoute) => {
  await page.user.click(screen.getByLabelText('Ещё действия'))
  return within(await screen.findByLabelText('Ещё действия', { selector: '[role=dialog]' }))
}

/** Why a button is disabled; undefined if it isn't. */
const getDisabledReason = (button: HTMLElement) =>
  button.getAttribute('aria-disabled') === 'true'
    ? document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
    : undefined

test('a URL with the pane opens no session; a click does, and the session outlives its page', async () => {
  const page = await open(`${path}?pane=terminal`, {
    prepare: isReady(
      terminalUrl('ws://localhost/api/terminal/1'),
      terminalUrl('ws://localhost/api/terminal/2'),
    ),
  })
  const sockets = captureSockets()
  terminalSettings.change({ fontSize: FONT_SIZES.min })
  await screen.findByText(
    'Терминал этого задания не открыт. Вывод прежних сеансов здесь не хранится: сохраняйте его в файл.',
  )
  expect(countOpened(page)).toBe(0)
  await clickOpen(page)
  await screen.findByTitle(/^Терминал задания «/)
  expect(sockets).toHaveLength(1)
  const paste = within(await dock()).getByRole('button', { name: 'Вставить' })
  expect(getDisabledReason(paste)).toBe('Терминал не подключён: вставить нельзя')
  const menu = await openMenu(page)
  const smaller = menu.getByRole('button', { name: 'Уменьшить шрифт' })
  expect(getDisabledReason(smaller)).toBe('Это самый мелкий шрифт')
  await page.user.click(smaller)
  await page.user.keyboard('{Escape}')
  sockets[0]?.onopen?.()
  await screen.findByText('Подключено')
  expect(getDisabledReason(paste)).toBeUndefined()
  // The font size didn't change.
  await waitFor(() => expect(getAnnouncements()).toEqual(['Терминал подключён']))

  const [frame] = frames()
  await page.router.navigate({ to: '/group/$groupId/leaderboard', params: { groupId: 1 } })
  await screen.findByRole('heading', { level: 1, name: 'Рейтинг' })
  expect(document.getElementById('terminal-dock')?.hasAttribute('inert')).toBe(true)
  page.router.history.back()
  await dock()
  expect(frames()[0]).toBe(frame)
  expect(countOpened(page)).toBe(1)

  await openButton()
  await page.user.click(screen.getByRole('button', { name: 'Скрыть терминал' }))
  await waitFor(() => expect(document.activeElement?.id).toBe('open-terminal'))
  expect(page.router.state.location.search).toEqual({})
  await page.user.keyboard('t')
  await dock()
  expect(countOpened(page)).toBe(1)

  const countAsked = () => page.calls().filter(call => call === 'getLabStatus').length
  const asked = countAsked()
  sockets[0]?.onclose?.({ code: 1000 })
  await screen.findByText('Сеанс завершён')
  // What has become of the lab.
  await waitFor(() => expect(countAsked()).toBe(asked + 1))
  await page.user.click(screen.getByRole('button', { name: 'Открыть заново' }))
  await waitFor(() => expect(sockets).toHaveLength(2))
  expect(countOpened(page)).toBe(2)
  expect(frames()[0]).toBe(frame)
  await page.user.click((await openMenu(page)).getByRole('button', { name: 'Завершить сеанс' }))
  await waitFor(() => expect(frames()).toHaveLength(0))
  expect(sockets.map(({ readyState }) => readyState)).toEqual([3, 3])
})

test('a session that ended with its lab leads to the lab, not to a terminal that can’t open', async () => {
  const lab = { status: 'ready', endpoints: [] }
  const page = await open(path, {
    prepare: ({ db }) => {
      db.faults.add('getLabStatus', { kind: 'body', status: 200, body: lab }, Number.POSITIVE_INFINITY)
      db.faults.add(...terminalUrl('ws://localhost/api/terminal/1'))
    },
  })
  const sockets = captureSockets()
  await clickOpen(page)
  await screen.findByTitle(/^Терминал задания «/)
  sockets[0]?.onopen?.()
  await screen.findByText('Подключено')
  lab.status = 'stopped'
  sockets[0]?.onclose?.({ code: 1000 })
  const notice = within(await dock())
  const link = await notice.findByRole('link', { name: 'К лаборатории' })
  expect(link.getAttribute('href')).toBe(`${path}#lab`)
  notice.getByText(/Терминал можно открыть, когда лаборатория готова\.$/)
  expect(notice.queryByRole('button', { name: 'Открыть заново' })).toBeNull()
})

test('T09 a host that is not ready and a disallowed URL show an error and open nothing', async () => {
  const page = await open(path, {
    prepare: isReady(
      ['openTerminal', { kind: 'status', status: 409, detail: 'terminal host not ready' }],
      terminalUrl('wss://evil.example/shell'),
      terminalUrl('http://localhost.evil.example/'),
    ),
  })
  const sockets = captureSockets()
  await clickOpen(page)
  await screen.findByText(/^Терминал ещё не готов/)
  for (const attempt of [2, 3]) {
    await page.user.click(screen.getAllByRole('button', { name: 'Открыть терминал' }).at(-1) as HTMLElement)
    await waitFor(() => expect(countOpened(page)).toBe(attempt))
    await screen.findByText(/не прошёл проверку/)
  }
  expect(sockets).toEqual([])
  expect(frames()).toHaveLength(0)
})

const config = {
  contacts: [],
  legal: { updated: '2026-11-01', documents: [] },
  terminal_origins: ['https://shell.example', 'wss://shell.example'],
}

/** Chromium's answer about private addresses; jsdom knows no permissions. */
const setLocalNetworkPermission = (state: PermissionState) => {
  const query = async () => Object.assign(new EventTarget(), { state })
  Object.defineProperty(navigator, 'permissions', { value: { query }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'permissions'))
}

test.each<[string, string, PermissionState, RegExp[], RegExp]>([
  [
    'of another host',
    'wss://shell.example/s/1',
    'prompt',
    [/попробуйте другую сеть или SSH/, /разрешите его/],
    /в настройках сайта/,
  ],
  [
    'of another host that the browser blocks',
    'wss://shell.example/s/1',
    'denied',
    [/попробуйте другую сеть или SSH/, /в настройках сайта/],
    /разрешите его/,
  ],
  ['of our own host', 'ws://localhost/api/terminal/1', 'prompt', [/другую сеть или SSH/], /локальной сети/],
])(
  'T16 a terminal %s that never answers is told with what to do, and tried again',
  async (_, url, state, texts, absent) => {
    setLocalNetworkPermission(state)
    const page = await open(path, { prepare: isReady(terminalUrl(url)), config })
    const sockets = captureSockets()
    await openButton()
    await settle(page)
    const clock = installFakeClock()
    await clickOpen(page)
    await waitFor(() => {
      // What is put off until after the paint; far less than the deadline altogether.
      act(() => clock.advance(1))
      expect(screen.getByTitle(/^Терминал задания «/)).toBeTruthy()
    })
    clock.advance(9000)
    expect(screen.queryByText(texts[0] as RegExp)).toBeNull()
    clock.advance(6000)
    for (const text of texts) await screen.findByText(text)
    within(await dock()).getByText('ssh -p 2202 10.7.0.4')
    expect(screen.queryByText(absent)).toBeNull()
    expect(sockets.map(({ readyState }) => readyState)).toEqual([3, 0])
    for (let time = 0; time < 20; time += 1) clock.advance(15_000)
    await screen.findByText(/^Подключиться к терминалу не удалось\. Некоторые/)
    expect(screen.queryByText(/вывод сохранён/)).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Переподключить' }))
    await waitFor(() => expect(countOpened(page)).toBe(2))
  },
)

test('T19 finds in the output, saves it and copies all of it, and does none of that unasked', async () => {
  const { saved } = captureDownloads()
  const page = await open(path, { prepare: isReady(terminalUrl('ws://localhost/api/terminal/1')) })
  captureSockets()
  await clickOpen(page)
  await screen.findByTitle(/^Терминал задания «/)
  const frameWindow = makeWindow()
  terminalController.attachFrame({ contentWindow: frameWindow } as never)
  const { port, received } = load(frameWindow)
  await page.user.click(within(await dock()).getByRole('button', { name: 'Найти' }))
  await waitFor(() => expect(received).toContainEqual({ type: 'find' }))

  const text = '$ id \nuid=0\u202e\x1b[31m  \n'
  const send = (use: ContentUse) => port.postMessage({ type: 'content', use, text })
  send('file')
  const pick = async (name: string) => page.user.click((await openMenu(page)).getByRole('button', { name }))
  await pick('Сохранить как текст')
  await waitFor(() => expect(received).toContainEqual({ type: 'content', use: 'file' }))
  send('file')
  send('file')
  await waitFor(() => expect(getAnnouncements()).toContain('Вывод терминала сохранён'))
  await pick('Скопировать весь вывод')
  await waitFor(() => expect(received).toContainEqual({ type: 'content', use: 'clipboard' }))
  send('clipboard')
  await waitFor(() => expect(getAnnouncements()).toContain('Весь вывод скопирован'))
  expect(await navigator.clipboard.readText()).toBe('$ id\nuid=0[31m')
  expect(saved.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^[\p{L}\p{N}-]+-\d{4}-\d\d-\d\d-\d{4}\.txt$/u),
  ])
  const [head, empty, ...lines] = (await saved[0]?.content.text())?.split('\n') ?? []
  expect(head).toMatch(/^Первый вход.*, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d$/)
  expect([empty, ...lines]).toEqual(['', '$ id', 'uid=0[31m', ''])
  terminalController.attachFrame(null)
})

test.each([
  [
    'a listed origin',
    'https://shell.example/s/1',
    'allow-scripts allow-forms allow-same-origin',
    'local-network-access',
  ],
  ['our own host', 'http://localhost/s/1', 'allow-scripts allow-forms', null],
])('X10 a page of %s opens in a sandboxed iframe', async (_, url, sandbox, allow) => {
  const page = await open(path, { prepare: isReady(terminalUrl(url)), config })
  await clickOpen(page)
  const frame = await screen.findByTitle(/^Страница терминала задания «/)
  expect(frame.getAttribute('src')).toBe(url)
  expect(frame.getAttribute('sandbox')).toBe(sandbox)
  expect(frame.getAttribute('allow')).toBe(allow)
  expect(screen.queryByRole('button', { name: /^(?:Найти|Копировать|Вставить)$/ })).toBeNull()
  const menu = await openMenu(page)
  expect(menu.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Завершить сеанс'])
})

describe('the window of its own', () => {
  afterEach(() => {
    terminalController.closePopup()
    terminalStore.close()
    vi.restoreAllMocks()
  })

  const openTerminal = (taskId: number) =>
    terminalStore.open({ groupId: 1, taskId, title: '' }, async () => ({
      kind: 'socket',
      url: `ws://localhost/api/terminal/${taskId}`,
      isSameHost: true,
    }))

  const popOut = async () => {
    await startI18n('ru')
    await loadMessages('terminal')
    const sockets = captureSockets()
    const popup = makeWindow()
    const openWindow = vi.spyOn(globalThis, 'open').mockReturnValue(popup as never)
    terminalController.start()
    await openTerminal(104)
    expect(terminalController.popOut()).toBe(true)
    expect(terminalController.get().isPoppedOut).toBe(true)
    return { sockets, popup, openWindow }
  }

  test('closes with the session of its task, and never shows another one', async () => {
    const { popup } = await popOut()
    await openTerminal(104)
    expect(popup.close).not.toHaveBeenCalled()
    await openTerminal(105)
    expect(popup.close).toHaveBeenCalledOnce()
    expect(terminalController.get().isPoppedOut).toBe(false)
  })

  test('closes with the terminal, and with the page', async () => {
    const { popup } = await popOut()
    terminalController.closePopup()
    terminalStore.close()
    expect(popup.close).toHaveBeenCalledOnce()
    await openTerminal(104)
    terminalController.popOut()
    dispatchEvent(new Event('pagehide'))
    expect(popup.close).toHaveBeenCalledTimes(2)
  })

  test('is opened once, and brought to the front after that', async () => {
    const { popup, openWindow } = await popOut()
    popup.focus.mockClear()
    expect(terminalController.popOut()).toBe(true)
    expect(openWindow).toHaveBeenCalledOnce()
    expect(popup.focus).toHaveBeenCalledOnce()
  })

  test('the terminal comes back when the user closes the window, and stays when the browser blocks it', async () => {
    const clock = installFakeClock()
    const { popup, openWindow } = await popOut()
    popup.closed = true
    clock.advance(1000)
    expect(terminalController.get().isPoppedOut).toBe(false)
    openWindow.mockReturnValue(null)
    expect(terminalController.popOut()).toBe(false)
    expect(terminalController.get().isPoppedOut).toBe(false)
  })

  test('has the input while it is open; the dock has none', async () => {
    const { sockets, popup } = await popOut()
    const dockWindow = makeWindow()
    terminalController.attachFrame({ contentWindow: dockWindow } as never)
    const docked = load(dockWindow)
    const own = load(popup)
    const [socket] = sockets
    socket?.onopen?.()
    const getLink = (received: ToTerminal[]) => received.findLast(({ type }) => type === 'link')
    await waitFor(() => expect(getLink(own.received)).toEqual({ type: 'link', link: expect.any(Number) }))
    await waitFor(() => expect(getLink(docked.received)).toEqual({ type: 'link', link: null }))
    const { link } = getLink(own.received) as { link: number }
    const type = (port: MessagePort, text: string) => port.postMessage({ type: 'input', link, text })
    type(docked.port, 'too early')
    type(own.port, 'from the window')
    await waitFor(() => expect(socket?.sent).toEqual(['from the window']))
    terminalController.closePopup()
    type(docked.port, 'from the dock')
    await waitFor(() => expect(socket?.sent).toEqual(['from the window', 'from the dock']))
    terminalController.attachFrame(null)
  })
})
