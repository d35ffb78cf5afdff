import { defaultParseSearch } from '@tanstack/react-router'
import { afterAll, beforeAll, vi } from 'vitest'
import { parseInviteSearch } from '../../features/auth/invite-search'
import { extractInviteCode } from '../../features/groups/invite-form'
import { parseGroupSearch, parseGroupViewSearch } from '../../features/groups/search'
import { getLabAddress } from '../../features/lab/model'
import { parseBoardSearch } from '../../features/leaderboard/search'
import { checkPaymentUrl } from '../../features/payment/payment-url'
import { contactLink } from '../../features/shell/contact-list'
import { maskPath } from '../../features/shell/load-failure'
import { toDisplayPath } from '../../features/shell/not-found-page'
import { parseTaskSearch } from '../../features/task/search'
import { checkTerminalAddress } from '../../features/terminal/terminal-store'
import { safeRedirectTarget } from '../../lib/redirect'
import { parseCode, parseId } from '../../lib/route-params'
import { FILES_PREFIX, safeFile, safeLink } from '../../lib/safe-url'
import { matchesText } from '../../lib/text'
import { logicalParent } from '../../lib/use-back'
import { expectSanitized } from './generate'
import {
  checkLink,
  checkParameter,
  checkRedirect,
  checkSearch,
  linkInputs,
  listedBank,
  listedTerminal,
  ownOrigin,
  parameterInputs,
  redirectInputs,
  searchInputs,
} from './url-inputs'

beforeAll(() => void vi.stubGlobal('location', { origin: ownOrigin }))
afterAll(() => void vi.unstubAllGlobals())

expectSanitized({
  ...redirectInputs,
  ids: 'G02 G03',
  check: checkRedirect,
  actual: safeRedirectTarget as (address: string) => string | null,
  naive: address => {
    const url = new URL(address, ownOrigin)
    return url.origin === ownOrigin ? url.pathname + url.search + url.hash : null
  },
})

type Resolve = (address: string) => string | null

expectSanitized<string, Resolve>({
  ...linkInputs('links', 1500),
  ids: 'X10',
  check: (resolve, address) => checkLink(resolve(address), ['https:', 'http:']),
  actual: safeLink,
  naive: address => (address.startsWith('http') ? address : null),
})

expectSanitized<string, Resolve>({
  ...linkInputs('lab-links', 1000),
  ids: 'X10 T07',
  check: (resolve, address) => checkLink(resolve(address), ['https:', 'http:']),
  actual: url => getLabAddress({ label: 'x', protocol: 'http', host: 'lab.example', port: 80, url }).href,
  naive: address => address,
})

expectSanitized<string, Resolve>({
  ...linkInputs('contact-links', 500),
  ids: 'X10',
  check: (resolve, address) => checkLink(resolve(address), ['https:']),
  actual: value => contactLink('url', value),
  naive: address => address,
})

expectSanitized<string, Resolve>({
  ...linkInputs('files', 1000),
  ids: 'X10 X11',
  check: (resolve, address) => {
    const path = resolve(address)
    if (path === null) return null
    const url = new URL(path, ownOrigin)
    if (url.origin !== ownOrigin) return `leaves for ${url.origin}`
    return url.pathname.startsWith(FILES_PREFIX) && !/%2f|%5c|%2e/i.test(url.pathname)
      ? null
      : `leads to ${path}`
  },
  actual: address => safeFile(address, FILES_PREFIX),
  naive: address => (address.startsWith(FILES_PREFIX) ? address : null),
})

expectSanitized<string, Resolve>({
  ...linkInputs('payment', 1500),
  ids: 'F07 X10',
  check: (resolve, address) => {
    const url = resolve(address)
    return checkLink(url, ['https:'], ({ origin, pathname }) =>
      origin === ownOrigin ? !/^\/+files(?:\/|$)/i.test(pathname) : origin === listedBank,
    )
  },
  actual: address => {
    const found = checkPaymentUrl(address, { ownOrigin, allowedOrigins: [listedBank] })
    return 'url' in found ? found.url : null
  },
  naive: address => (address.startsWith(listedBank) ? new URL(address).href : null),
})

const page = { protocol: 'https:', host: 'flagship.example', hostname: 'flagship.example' }

expectSanitized<string, Resolve>({
  ...linkInputs('terminal-addresses', 1500),
  ids: 'T09 X10',
  check: (resolve, address) => {
    const hosts = ['flagship.example', 'terminal.example.com']
    return checkLink(resolve(address), ['wss:', 'https:'], ({ protocol, host }) => {
      if (protocol === 'https:') return host === 'flagship.example'
      return hosts.includes(host)
    })
  },
  actual: address => checkTerminalAddress(address, page, [listedTerminal])?.url ?? null,
  naive: address => (address.startsWith(listedTerminal) ? new URL(address).href : null),
})

/** As the router encodes it. */
const getHref = (text: string): string => encodeURI(text.replace(/\p{Cs}/gu, '\ufffd'))

expectSanitized({
  ...parameterInputs,
  ids: 'G09 X14 X15',
  check: checkParameter,
  actual: {
    id: parseId,
    code: parseCode,
    pasted: text => parseCode(extractInviteCode(text)),
    parent: text => logicalParent(text).path,
    displayed: text => [toDisplayPath(text), maskPath(getHref(text))],
  },
  naive: {
    id: Number.parseInt,
    code: text => (text.includes('/') ? null : text),
    pasted: () => null,
    parent: text => text.replace(/[^/]*$/, ''),
    displayed: text => [text],
  },
})

expectSanitized({
  ...searchInputs,
  ids: 'X14 X15',
  check: checkSearch,
  actual: search => {
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
  naive: search => {
    const found: Record<string, unknown> = {}
    for (const [key, value] of new URLSearchParams(search)) found[key] = value
    return [found]
  },
})
