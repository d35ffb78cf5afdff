import { defaultParseSearch } from '@tanstack/react-router'
import { afterAll, beforeAll, vi } from 'vitest'
import { contactLink } from '../../features/contacts/contact-link'
import { toDisplayPath } from '../../features/error-page/display-path'
import { maskPath } from '../../features/error-page/error-report'
import { extractInviteCode } from '../../features/group-list/extract-invite-code'
import { parseGroupSearch } from '../../features/group-list/group-search'
import { parseGroupViewSearch } from '../../features/group-tasks/group-view-search'
import { parseInviteSearch } from '../../features/invite/invite-search'
import { getLabAddress } from '../../features/lab-panel/lab-address'
import { parseBoardSearch } from '../../features/leaderboard/board-search'
import { parseTaskSearch } from '../../features/task-page/task-search'
import { FILES_PREFIX } from '../../lib/files-prefix'
import { matchesText } from '../../lib/fold-text'
import { logicalParent } from '../../lib/logical-parent'
import { checkPaymentUrl } from '../../lib/payment-url'
import { safeRedirectTarget } from '../../lib/redirect'
import { parseCode, parseId } from '../../lib/route-params'
import { safeFile, safeLink } from '../../lib/safe-url'
import { checkTerminalAddress } from '../../lib/terminal-address'
import { expectSanitized } from './expect-sanitized'
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
  naive: {
    'starts with a slash': address => (address.startsWith('/') ? address : null),
    'one slash and no backslash': address => (/^\/(?![/\\])[^\\]*$/.test(address) ? address : null),
    'same origin': address => {
      const url = new URL(address, ownOrigin)
      return url.origin === ownOrigin ? url.pathname + url.search + url.hash : null
    },
  },
})

type Resolve = (address: string) => string | null

expectSanitized<string, Resolve>({
  ...linkInputs('links', 1500),
  ids: 'X10',
  check: (resolve, address) => checkLink(resolve(address), ['https:', 'http:']),
  actual: safeLink,
  naive: {
    unchecked: address => address,
    'no script': address => (/^\s*javascript:/i.test(address) ? null : address),
    'starts with http': address => (address.startsWith('http') ? address : null),
  },
})

expectSanitized<string, Resolve>({
  ...linkInputs('lab-links', 1000),
  ids: 'X10 T07',
  check: (resolve, address) => checkLink(resolve(address), ['https:', 'http:']),
  actual: url => getLabAddress({ label: 'x', protocol: 'http', host: 'lab.example', port: 80, url }).href,
  naive: { unchecked: address => address },
})

expectSanitized<string, Resolve>({
  ...linkInputs('contact-links', 500),
  ids: 'X10',
  check: (resolve, address) => checkLink(resolve(address), ['https:']),
  actual: value => contactLink('url', value),
  naive: { unchecked: address => address },
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
  naive: {
    'starts with the prefix': address => (address.startsWith(FILES_PREFIX) ? address : null),
    'contains the prefix': address => (address.includes(FILES_PREFIX) ? address : null),
  },
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
  naive: {
    'starts with the bank': address => (address.startsWith(listedBank) ? new URL(address).href : null),
    'ends with the bank': address => {
      const url = URL.canParse(address) ? new URL(address) : null
      return url?.hostname.endsWith('example.com') ? url.href : null
    },
  },
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
  naive: {
    'any socket': address => (/^wss:/.test(address) ? new URL(address).href : null),
    'starts with the host': address => (address.startsWith(listedTerminal) ? new URL(address).href : null),
  },
})

/** As the router encodes it. */
const hrefOf = (text: string): string => encodeURI(text.replace(/\p{Cs}/gu, '\ufffd'))

expectSanitized({
  ...parameterInputs,
  ids: 'G09 X14 X15',
  check: checkParameter,
  actual: {
    id: parseId,
    code: parseCode,
    pasted: text => parseCode(extractInviteCode(text)),
    parent: text => logicalParent(text).path,
    displayed: text => [toDisplayPath(text), maskPath(hrefOf(text))],
  },
  naive: {
    'a number': {
      id: Number.parseInt,
      code: () => null,
      pasted: () => null,
      parent: () => '/',
      displayed: () => [],
    },
    'no slash': {
      id: () => null,
      code: text => (text.includes('/') ? null : text),
      pasted: () => null,
      parent: () => '/',
      displayed: () => [],
    },
    'parent directory': {
      id: () => null,
      code: () => null,
      pasted: () => null,
      parent: text => text.replace(/[^/]*$/, ''),
      displayed: () => [],
    },
    unchecked: {
      id: () => null,
      code: () => null,
      pasted: () => null,
      parent: () => '/',
      displayed: text => [text],
    },
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
  naive: {
    unchecked: search => [defaultParseSearch(search)],
    'assigned to an object': search => {
      const found: Record<string, unknown> = {}
      for (const [key, value] of new URLSearchParams(search)) found[key] = value
      return [found]
    },
  },
})
