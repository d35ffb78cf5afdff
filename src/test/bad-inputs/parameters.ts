import { hostileAddresses } from './hostile-addresses'
import type { Inputs } from './inputs'
import { hiddenCharacters, type Make, mutated, oneOf } from './mutate'

const seeds = [
  ...[
    '1',
    '17',
    '2147483647',
    '2147483648',
    '9007199254740993',
    '0',
    '-1',
    '+1',
    '01',
    '1.0',
    '1e3',
    '0x10',
    '1_000',
  ],
  ...[
    'Infinity',
    'NaN',
    '\u0661',
    '\uff11',
    'OSEN-2026',
    'web-26',
    'a.b_7',
    '-',
    '_',
    '.',
    '..',
    '...',
    '.hidden',
  ],
  ...[
    '%2e%2e',
    '%252e%252e',
    '..%2f..%2fstatuses',
    '../statuses',
    '..\\statuses',
    'a/b',
    'a%2fb',
    'a;b',
    'a?b=c',
    'a#b',
  ],
  ...[
    '%00',
    '%0d%0aX: y',
    '%E0%A4%A',
    '%ff',
    '%c0%ae%c0%ae',
    '\ud800',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...[
    'hasOwnProperty',
    'valueOf',
    'undefined',
    'null',
    'true',
    '[object Object]',
    '{id}',
    '%7Bid%7D',
    '$t(title.500)',
  ],
  ...[
    '/invite/OSEN-2026',
    'https://flagship.example/invite/OSEN-2026?x',
    '?invite=OSEN-2026',
    '\u00abOSEN-2026\u00bb.',
  ],
  ...[
    '/group/1/task/101',
    '/group/../leaderboard',
    '/group/1%2f..%2f',
    '//evil.example/group/1/x',
    '/group/1e1/task',
  ],
  ...[
    '/profile/secret-link',
    '/invite/secret?token=x&code=y',
    '/groups?q=a&password=hunter2',
    '<img src=x onerror=alert(1)>',
  ],
  ...["1' OR '1'='1", '1; DROP TABLE x', '$(id)', '`id`', '1|id', '*', '/.*/', '('.repeat(50)],
]

const long: Make<string> = random => random.pick([...seeds]).repeat(random.int(20, 400))

const noise: Make<string> = random =>
  Array.from({ length: random.int(1, 12) }, () =>
    random.pick([...hiddenCharacters, '1', '7', 'a', '-', '.', '/', '%', '2', 'e', '?', '#']),
  ).join('')

/** What may stand in the place of an id, a code or a path. */
export const parameterInputs: Inputs<string> = {
  name: 'parameters',
  count: 2000,
  make: oneOf([6, mutated(seeds)], [2, noise], [1, long], [1, mutated(hostileAddresses)]),
}

interface Readers {
  id: (text: string) => number | null
  code: (text: string) => string | null
  /** A code in what was pasted. */
  pasted: (text: string) => string | null
  /** The page above a path. */
  parent: (path: string) => string
  /** A path as it is shown, and as it is copied. */
  shown: (path: string) => readonly string[]
}

const base = 'https://flagship.example/api/'

const judgeCode = (code: string | null): string | null => {
  if (code === null) return null
  if (code in Object.prototype) return `${code} is a name of Object`
  const url = new URL(`${base}invite/${code}`)
  return url.pathname === `/api/invite/${code}` && !url.search && !url.hash && code.length <= 128
    ? null
    : `the code ${code.slice(0, 80)} leads to ${url.href.slice(0, 120)}`
}

/** A parameter that changes which call is made, or hides in what is shown of it. */
export const judgeParameter = (readers: Readers, text: string): string | null => {
  const id = readers.id(text)
  if (id !== null && (String(id) !== text || id < 1 || id > 2 ** 31 - 1)) return `is read as the id ${id}`
  const wrongCode = judgeCode(readers.code(text)) ?? judgeCode(readers.pasted(text))
  if (wrongCode !== null) return wrongCode
  const parent = readers.parent(text)
  if (!/^\/(?:groups|group\/[1-9]\d{0,9})?$/.test(parent)) return `its parent is ${parent}`
  const hiding = readers
    .shown(text)
    .find(shown => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(shown) || shown.length > 400)
  return hiding === undefined ? null : `is shown as ${JSON.stringify(hiding.slice(0, 100))}`
}
