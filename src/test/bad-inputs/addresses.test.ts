import { defaultParseSearch } from '@tanstack/react-router'
import { afterAll, beforeAll, vi } from 'vitest'
import { contactLink } from '../../features/contacts/contact-link'
import { maskedPath } from '../../features/error-page/report'
import { shownPath } from '../../features/error-page/shown-path'
import { codeIn } from '../../features/group-list/code-in'
import { parseGroupSearch } from '../../features/group-list/group-search'
import { parseGroupViewSearch } from '../../features/group-tasks/group-view-search'
import { parseInviteSearch } from '../../features/invite/invite-search'
import { labAddress } from '../../features/lab-panel/lab-address'
import { parseBoardSearch } from '../../features/leaderboard/board-search'
import { parseTaskSearch } from '../../features/task-page/task-search'
import { filesPrefix } from '../../lib/files-prefix'
import { matchesText } from '../../lib/fold-text'
import { logicalParent } from '../../lib/logical-parent'
import { paymentUrl } from '../../lib/payment-url'
import { safeRedirectTarget } from '../../lib/redirect'
import { parseCode, parseId } from '../../lib/route-params'
import { safeFile, safeLink } from '../../lib/safe-url'
import { checkTerminalAddress } from '../../lib/terminal-address'
import { holdSink } from './hold-sink'
import { judgeLink, linkInputs, listedBank, listedTerminal, ownOrigin } from './links'
import { judgeParameter, parameterInputs } from './parameters'
import { judgeRedirect, redirectInputs } from './redirects'
import { judgeSearch, searchInputs } from './search'

beforeAll(() => void vi.stubGlobal('location', { origin: ownOrigin }))
afterAll(() => void vi.unstubAllGlobals())

holdSink({
  ...redirectInputs,
  cases: 'G02 G03',
  judge: judgeRedirect,
  product: safeRedirectTarget as (address: string) => string | null,
  careless: {
    'begins with a slash': address => (address.startsWith('/') ? address : null),
    'one slash and no backslash': address => (/^\/(?![/\\])[^\\]*$/.test(address) ? address : null),
    'the same origin': address => {
      const url = new URL(address, ownOrigin)
      return url.origin === ownOrigin ? url.pathname + url.search + url.hash : null
    },
  },
})

type Follow = (address: string) => string | null

holdSink<string, Follow>({
  ...linkInputs('links', 1500),
  cases: 'X10',
  judge: (follow, address) => judgeLink(follow(address), ['https:', 'http:']),
  product: safeLink,
  careless: {
    'as it comes': address => address,
    'no script': address => (/^\s*javascript:/i.test(address) ? null : address),
    'begins with http': address => (address.startsWith('http') ? address : null),
  },
})

holdSink<string, Follow>({
  ...linkInputs('lab-links', 1000),
  cases: 'X10 T07',
  judge: (follow, address) => judgeLink(follow(address), ['https:', 'http:']),
  product: url => labAddress({ label: 'x', protocol: 'http', host: 'lab.example', port: 80, url }).href,
  careless: { 'as it comes': address => address },
})

holdSink<string, Follow>({
  ...linkInputs('contact-links', 500),
  cases: 'X10',
  judge: (follow, address) => judgeLink(follow(address), ['https:']),
  product: value => contactLink('url', value),
  careless: { 'as it comes': address => address },
})

holdSink<string, Follow>({
  ...linkInputs('files', 1000),
  cases: 'X10 X11',
  judge: (follow, address) => {
    const path = follow(address)
    if (path === null) return null
    const url = new URL(path, ownOrigin)
    if (url.origin !== ownOrigin) return `leaves for ${url.origin}`
    return url.pathname.startsWith(filesPrefix) && !/%2f|%5c|%2e/i.test(url.pathname)
      ? null
      : `leads to ${path}`
  },
  product: address => safeFile(address, filesPrefix),
  careless: {
    'begins with the prefix': address => (address.startsWith(filesPrefix) ? address : null),
    'holds the prefix': address => (address.includes(filesPrefix) ? address : null),
  },
})

holdSink<string, Follow>({
  ...linkInputs('payment', 1500),
  cases: 'F07 X10',
  judge: (follow, address) => {
    const url = follow(address)
    return judgeLink(url, ['https:'], ({ origin, pathname }) =>
      origin === ownOrigin ? !/^\/+files(?:\/|$)/i.test(pathname) : origin === listedBank,
    )
  },
  product: address => {
    const found = paymentUrl(address, { ownOrigin, allowedOrigins: [listedBank] })
    return 'url' in found ? found.url : null
  },
  careless: {
    'begins with the bank': address => (address.startsWith(listedBank) ? new URL(address).href : null),
    'the bank by its ending': address => {
      const url = URL.canParse(address) ? new URL(address) : null
      return url?.hostname.endsWith('example.com') ? url.href : null
    },
  },
})

const page = { protocol: 'https:', host: 'flagship.example', hostname: 'flagship.example' }

holdSink<string, Follow>({
  ...linkInputs('terminal-addresses', 1500),
  cases: 'T09 X10',
  judge: (follow, address) => {
    const hosts = ['flagship.example', 'terminal.example.com']
    return judgeLink(follow(address), ['wss:', 'https:'], ({ protocol, host }) => {
      if (protocol === 'https:') return host === 'flagship.example'
      return hosts.includes(host)
    })
  },
  product: address => checkTerminalAddress(address, page, [listedTerminal])?.url ?? null,
  careless: {
    'any socket': address => (/^wss:/.test(address) ? new URL(address).href : null),
    'begins with the host': address => (address.startsWith(listedTerminal) ? new URL(address).href : null),
  },
})

/** As the router has it, whatever was typed. */
const hrefOf = (text: string): string => encodeURI(text.replace(/\p{Cs}/gu, '\ufffd'))

holdSink({
  ...parameterInputs,
  cases: 'G09 X14 X15',
  judge: judgeParameter,
  product: {
    id: parseId,
    code: parseCode,
    pasted: text => parseCode(codeIn(text)),
    parent: text => logicalParent(text).path,
    shown: text => [shownPath(text), maskedPath(hrefOf(text))],
  },
  careless: {
    'a number': {
      id: Number.parseInt,
      code: () => null,
      pasted: () => null,
      parent: () => '/',
      shown: () => [],
    },
    'no slash': {
      id: () => null,
      code: text => (text.includes('/') ? null : text),
      pasted: () => null,
      parent: () => '/',
      shown: () => [],
    },
    'the path above': {
      id: () => null,
      code: () => null,
      pasted: () => null,
      parent: text => text.replace(/[^/]*$/, ''),
      shown: () => [],
    },
    'as it comes': {
      id: () => null,
      code: () => null,
      pasted: () => null,
      parent: () => '/',
      shown: text => [text],
    },
  },
})

holdSink({
  ...searchInputs,
  cases: 'X14 X15',
  judge: judgeSearch,
  product: search => {
    const raw = defaultParseSearch(search)
    const { q } = parseGroupSearch(raw)
    if (q !== undefined) matchesText('a name of a group', q)
    return [
      parseGroupSearch(raw),
      parseGroupViewSearch(raw),
      parseBoardSearch(raw),
      parseTaskSearch(raw),
      parseInviteSearch(raw),
    ]
  },
  careless: {
    'as it comes': search => [defaultParseSearch(search)],
    'put into an object': search => {
      const found: Record<string, unknown> = {}
      for (const [key, value] of new URLSearchParams(search)) found[key] = value
      return [found]
    },
  },
})
