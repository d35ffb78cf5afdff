import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logicalParent } from '../features/shell/use-back'
import corpus from '../test/hostile/corpus.json'
import { PROTECTED_PATHS, safeRedirectTarget } from './redirect'

const origin = 'https://flagship.example'

const fill = (path: string) =>
  path
    .replace('{mnemonic_code_group}', 'web-26')
    .replace('{gitlab_id}', 'a.b_7')
    .replace(/\{\w+\}/g, '17')

describe('accepts', () => {
  test.each(PROTECTED_PATHS)('G01 %s, with query and hash, unchanged', path => {
    for (const tail of ['', '?q=a%20b&status=open', '#top', '?x=%D1%84#y', '?next=//evil.example']) {
      expect(safeRedirectTarget(fill(path) + tail)).toBe(fill(path) + tail)
    }
  })

  test('a URL that needs normalizing, in normalized form', () => {
    expect(safeRedirectTarget('/groups/../group/3')).toBe('/group/3')
    for (const home of ['/group/..', '/group/%2e%2e', '/moodle/../..'])
      expect(safeRedirectTarget(home)).toBe('/')
    expect(safeRedirectTarget('/groups?q=фильтр')).toBe('/groups?q=%D1%84%D0%B8%D0%BB%D1%8C%D1%82%D1%80')
  })
})

describe('rejects', () => {
  test.each([...corpus.redirects, '/groups/\ud800'])('G02 %j', value => {
    expect(safeRedirectTarget(value)).toBeNull()
  })

  test.each([
    '/login',
    '/login?x=1',
    '/callback?code=x',
    '/registration',
    '/reset-password',
    '/new-password?token=x',
    '/order/ok',
    '/order/fail',
    '/invite/OSEN-2026',
    '/profile/link',
    '/contacts',
    '/legal',
    '/api/groups',
    '/terminal.html',
  ])('G04 %s, which is not protected', value => {
    expect(safeRedirectTarget(value)).toBeNull()
  })

  test('G05 values that are not a path', () => {
    for (const value of [
      '/'.padEnd(5_000_000, 'a'),
      `/groups?${'a'.repeat(2048)}`,
      'null',
      'undefined',
      '{}',
    ]) {
      expect(safeRedirectTarget(value)).toBeNull()
    }
    for (const value of [null, undefined, {}, [], 7, true, ['/groups']])
      expect(safeRedirectTarget(value)).toBeNull()
  })

  test('a URL that exceeds the limit after normalizing', () => {
    expect(safeRedirectTarget(`/groups?q=${'ф'.repeat(500)}`)).toBeNull()
  })
})

test('G03 100,000 strings: null, or a normalized path of ours', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%',
      ':',
      '@',
      '\t',
      '\r',
      '\n',
      '\u0000',
      '\u3002',
      '\u202e',
      '\u200b',
      '?',
      '#',
      '//',
    ),
    fc.constantFrom(
      'groups',
      'group',
      'moodle',
      'competencies',
      'leaderboard',
      'task',
      '1',
      '17',
      'e.x',
      '%2e',
      '%2f',
      '%5c',
    ),
    fc.string({ maxLength: 2 }),
  )
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.array(piece, { maxLength: 8 }).map(parts => parts.join('')) },
    { weight: 4, arbitrary: fc.array(piece, { maxLength: 6 }).map(parts => `/${parts.join('/')}`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...PROTECTED_PATHS), fc.array(piece, { maxLength: 3 }))
        .map(([path, parts]) => fill(path) + parts.join('')),
    },
  )
  let accepted = 0
  const property = fc.property(value, given => {
    const target = safeRedirectTarget(given)
    if (target === null) return
    accepted += 1
    const url = new URL(target, origin)
    expect(url.origin).toBe(origin)
    expect(target.startsWith('//')).toBe(false)
    expect(url.pathname.startsWith('//')).toBe(false)
    expect(safeRedirectTarget(target)).toBe(target)
  })
  fc.assert(property, { seed: 3, numRuns: 100_000 })
  // Otherwise a function that rejects everything would pass.
  expect(accepted).toBeGreaterThan(3000)
}, 60_000)

test.each([
  ['/group/1/task/101', 'group', '/group/1'],
  ['/group/1/leaderboard', 'group', '/group/1'],
  ['/group/1', 'groups', '/groups'],
  ['/group/1/', 'groups', '/groups'],
  ['/group/1/task/%E0%A4%A', 'group', '/group/1'],
  ['/group/%E0%A4%A/task/1', 'groups', '/groups'],
  ['/group/..%2fx/leaderboard', 'groups', '/groups'],
  ['/group', 'groups', '/groups'],
  ['/groupies', 'home', '/'],
  ['/groups', 'home', '/'],
  ['/competencies/5', 'home', '/'],
  ['/', 'home', '/'],
])('the parent of %s is %s', (path, kind, parent) => {
  expect(logicalParent(path)).toEqual({ kind, path: parent })
})
