import { describe, expect, it } from 'vitest'
import {
  checkTerminalAddress,
  type PageLocation,
  type TerminalAddress,
  terminalStore,
} from './terminal-store'

const site: PageLocation = { protocol: 'https:', host: 'learn.example', hostname: 'learn.example' }
const desk: PageLocation = { protocol: 'http:', host: 'localhost:5173', hostname: 'localhost' }
const plainSite: PageLocation = { protocol: 'http:', host: 'learn.example', hostname: 'learn.example' }
const listed = ['wss://shell.example', 'https://shell.example:8443']

describe('T09 X10 allowed addresses', () => {
  it.each<[string, PageLocation, string, isSameHost?: boolean]>([
    ['wss://learn.example/api/terminal/1', site, 'socket', true],
    ['https://learn.example/shell/1', site, 'page', true],
    ['https://LEARN.example:443/shell/1', site, 'page', true],
    ['https://shell.example:8443/api/1', site, 'page'],
    ['wss://shell.example/s/1?key=a%20b', site, 'socket'],
    ['WSS://SHELL.example:443/s/1', site, 'socket'],
    ['https://shell.example:8443/s/1', site, 'page'],
    ['ws://localhost:5173/api/terminal/1', desk, 'socket', true],
    ['http://localhost:5173/shell', desk, 'page', true],
    ['ws://127.0.0.1:4010/api/terminal/1', desk, 'socket'],
    ['http://[::1]:4010/shell', desk, 'page'],
    ['wss://127.0.0.1:4010/api/terminal/1', desk, 'socket'],
    ['ws://127.12.0.255/', desk, 'socket'],
    ['https://learn.example/shell/api/1', site, 'page', true],
    ['https://learn.example/shell/a%20b', site, 'page', true],
    ['https://learn.example/apiary', site, 'page', true],
  ])('%s', (raw, page, kind, isSameHost = false) => {
    expect(checkTerminalAddress(raw, page, listed)).toMatchObject({ kind, isSameHost })
  })
})

describe('T09 X10 rejected addresses', () => {
  it.each<[string, PageLocation]>([
    ['ws://learn.example/api/terminal/1', site],
    ['ws://learn.example/api/terminal/1', plainSite],
    ['http://learn.example/shell', site],
    ['https://learn.example/api/groups/1/attempts/start', site],
    ['https://learn.example/shell/../%61pi/groups/1/attempts/start', site],
    ['http://localhost:5173/API/groups/1/attempts/start', desk],
    ['wss://127.0.0.1:4010/api/terminal/1', site],
    ['https://localhost/', site],
    ['wss://shell.example:8443/s/1', site],
    ['https://shell.example/s/1', site],
    ['wss://shell.example.evil.example/s/1', site],
    ['wss://evilshell.example/s/1', site],
    ['wss://sub.shell.example/s/1', site],
    ['wss://evil.example/?wss://shell.example', site],
    ['wss://shell.example@evil.example/', site],
    ['wss://user@shell.example/', site],
    ['wss://user:word@shell.example/', site],
    ['wss://shell.example/#part', site],
    ['wss:shell.example/s/1', site],
    ['wss:///shell.example/s/1', site],
    ['wss:\\\\shell.example\\s', site],
    ['//shell.example/s/1', site],
    ['\\\\shell.example/s/1', site],
    ['/api/terminal/1', site],
    [' wss://shell.example/s/1', site],
    ['wss://shell.exa\tmple/s/1', site],
    ['wss://shell.example/s/1\n', site],
    ['java\nscript:alert(1)', site],
    ['javascript:alert(1)', site],
    ['javascript://shell.example/%0Aalert(1)', site],
    ['data:text/html,<script>alert(1)</script>', site],
    ['blob:https://learn.example/1', site],
    ['vbscript:msgbox(1)', site],
    ['file:///etc/passwd', site],
    ['ftp://learn.example/', site],
    ['wss://learn.examp\u043Be/', site],
    ['', site],
    [`wss://learn.example/${'a'.repeat(2000)}`, site],
    ['ws://127.0.0.1.evil.example/', desk],
    ['ws://evil-127.0.0.1/', desk],
    ['ws://xlocalhost/', desk],
    ['wss://:word@shell.example/', site],
    ['https://learn.example/api', site],
    ['https://learn.example//api/groups/1/attempts/start', site],
    ['https://learn.example/a%70i/groups/1/attempts/start', site],
    ['https://learn.example/x/..%2fapi/groups/1/attempts/start', site],
    ['https://learn.example/x/%2e%2e/..%5Capi/y', site],
    ['https://learn.example/x/..%252fapi/y', site],
    ['https://learn.example/api;v=1/y', site],
    // An https page may not open unencrypted addresses, not even on loopback.
    ['ws://localhost:4010/', { protocol: 'https:', host: 'localhost', hostname: 'localhost' }],
    ['ws://shell.example/s/1', desk],
  ])('%j', (raw, page) => {
    expect(checkTerminalAddress(raw, page, listed)).toBeNull()
  })

  it('rejects unencrypted and malformed origins, even if listed', () => {
    expect(checkTerminalAddress('ws://shell.example/', site, ['ws://shell.example', ''])).toBeNull()
    expect(checkTerminalAddress('wss://shell.example/', site, ['', 'wss://', '*'])).toBeNull()
  })

  it('allows no other host without configured origins', () => {
    expect(checkTerminalAddress('wss://shell.example/', site)).toBeNull()
  })
})

it('ends the session of another task before the new one is opened', async () => {
  const address: TerminalAddress = { kind: 'socket', url: 'wss://learn.example/s/1', isSameHost: true }
  await terminalStore.open({ groupId: 1, taskId: 104, title: '' }, async () => address)
  const opening = terminalStore.open({ groupId: 1, taskId: 105, title: '' }, async () => null)
  expect(terminalStore.get()).toMatchObject({ session: null, isOpening: true })
  await opening
  terminalStore.close()
})

it('A20 an address that arrives after the terminal was closed, as by a logout, opens nothing', async () => {
  const address: TerminalAddress = { kind: 'socket', url: 'wss://learn.example/s/1', isSameHost: true }
  const opening = terminalStore.open({ groupId: 1, taskId: 104, title: '' }, async () => address)
  terminalStore.close()
  await opening
  expect(terminalStore.get()).toMatchObject({ target: null, session: null })
})
