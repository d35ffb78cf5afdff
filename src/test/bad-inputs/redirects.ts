import { hostileAddresses } from './hostile-addresses'
import type { Inputs } from './inputs'
import { hiddenCharacters, type Make, mutated, oneOf } from './mutate'

const places = [
  '/',
  '/groups',
  '/group/1',
  '/group/17/leaderboard',
  '/group/1/task/101',
  '/moodle/web-26/a.b_7',
  '/competencies',
  '/competencies/5',
]

const pieces = [
  ...'/\\.%:@?#;&=~*',
  '..',
  '//',
  '/..//',
  '/.//',
  '%2e',
  '%2f',
  '%5c',
  '%00',
  '%0d%0a',
  '%252f',
  'e.x',
  'evil.example',
  'https:',
  'javascript:alert(1)',
  'data:text/html,x',
  'groups',
  'group',
  'task',
  'moodle',
  '1',
  '\u3002',
  '\uff0f',
  ...hiddenCharacters,
]

const glued: Make<string> = random =>
  (random.chance(0.7) ? '/' : '') +
  Array.from({ length: random.int(1, 8) }, () => random.pick(pieces)).join('')

/** A good place with something before, inside or behind it. */
const spoiled: Make<string> = random => {
  const place = random.pick(places)
  const at = random.int(0, place.length)
  return place.slice(0, at) + glued(random) + place.slice(at)
}

/** What may stand in `auth_redirect`, or come back as an address to go to. */
export const redirectInputs: Inputs<string> = {
  name: 'redirects',
  count: 3000,
  always: hostileAddresses,
  make: oneOf([3, mutated(hostileAddresses)], [2, mutated(places)], [3, glued], [3, spoiled]),
}

const origin = 'https://flagship.example'

/** Paths that an answer may be, written apart from the product's own. */
const allowed =
  /^\/(?:groups|group\/[1-9]\d*(?:\/leaderboard|\/task\/[1-9]\d*)?|moodle\/[^/]+\/[^/]+|competencies(?:\/[1-9]\d*)?)?$/

/** Where an answer leads when a browser follows it: off the origin, to no protected page, or elsewhere the second time. */
export const judgeRedirect = (follow: (address: string) => string | null, address: string): string | null => {
  const target = follow(address)
  if (target === null) return null
  const url = new URL(target, origin)
  if (url.origin !== origin) return `leaves for ${url.origin}`
  if (/^\/[/\\]/.test(target) || url.pathname.startsWith('//')) return `${target} is another host for some`
  if (!allowed.test(url.pathname)) return `leads to ${url.pathname}`
  if (url.pathname + url.search + url.hash !== target) return `${target} is not in normal form`
  return follow(target) === target ? null : `${target} leads elsewhere the second time`
}
