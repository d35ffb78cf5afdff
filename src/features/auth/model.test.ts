import { describe, expect, test } from 'vitest'
import type { ErrorDetail } from '../../../packages/contract/schema.gen'
import { ApiError } from '../../api/errors'
import { getSlowdown } from '../../test/slowdown'
import { parseInviteSearch } from './invite-search'
import { checkEmail, checkNewPassword, checkPassword, checkUsername } from './model'
import {
  checkEntries,
  checkField,
  type Entries,
  type FieldIssues,
  getServerIssues,
  isInviteError,
  mayHaveRegistered,
  readEntries,
} from './registration-model'

describe('a password', () => {
  test.each([
    ['', 'missing'],
    ['       ', 'passwordShort'],
    ['1234567', 'passwordShort'],
    ['12345678', null],
    // An emoji counts as one character, as on the server.
    ['😀😀😀😀😀😀😀', 'passwordShort'],
    ['😀😀😀😀😀😀😀😀', null],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'passwordLong'],
    [' 12345678', 'passwordEdges'],
    ['12345678\t', 'passwordEdges'],
    ['12345678\u00a0', 'passwordEdges'],
    ['long words with spaces', null],
    ['пароль-из-букв', null],
  ])('%j is %s', (password, problem) => {
    expect(checkPassword(password)).toBe(problem)
  })
})

describe('a password with its confirmation: match first, then length', () => {
  test.each([
    ['', '', 'password', 'missing'],
    ['', '12345678', 'password', 'missing'],
    ['12345678', '', 'confirmation', 'missing'],
    ['12345678', '12345679', 'confirmation', 'passwordsDiffer'],
    ['short', 'other', 'confirmation', 'passwordsDiffer'],
    ['12345678', '12345678 ', 'confirmation', 'passwordsDiffer'],
    ['Password', 'password', 'confirmation', 'passwordsDiffer'],
    ['short', 'short', 'password', 'passwordShort'],
    [' 12345678', ' 12345678', 'password', 'passwordEdges'],
  ])('%j and %j: %s is %s', (password, confirmation, field, problem) => {
    expect(checkNewPassword(password, confirmation)).toEqual({ field, problem })
  })

  test('accepts two equal valid passwords', () => {
    expect(checkNewPassword('gora-reka-41', 'gora-reka-41')).toBeNull()
  })
})

describe('a username', () => {
  test.each([
    ['', 'missing'],
    ['a', null],
    ['anna_orlova-41', null],
    ['Анна_Орлова', null],
    ['名前', null],
    ['-_-', null],
    ['anna orlova', 'usernameFormat'],
    ['anna.orlova', 'usernameFormat'],
    ['anna@example.com', 'usernameFormat'],
    ['<b>anna</b>', 'usernameFormat'],
    ['anna\u202e', 'usernameFormat'],
    ['anna\u200b', 'usernameFormat'],
    ['anna\n', 'usernameFormat'],
    ['😀', 'usernameFormat'],
    ['я'.repeat(150), null],
    ['я'.repeat(151), 'usernameLong'],
  ])('%j is %s', (username, problem) => {
    expect(checkUsername(username)).toBe(problem)
  })
})

describe('an email address', () => {
  test.each([
    ['', 'missing'],
    ['anna@example.com', null],
    ['Anna.Orlova+tag@Mail.Example.co', null],
    ["o'hara@sub-domain.example", null],
    ['a@b.c', null],
    ['анна@пример.рф', null],
    ['anna@xn--e1afmkfd.xn--p1ai', null],
    ['anna@localhost', null],
    ['anna', 'emailFormat'],
    ['anna@', 'emailFormat'],
    ['@example.com', 'emailFormat'],
    ['anna@@example.com', 'emailFormat'],
    ['anna@mail@example.com', 'emailFormat'],
    ['anna orlova@example.com', 'emailFormat'],
    ['anna@exam ple.com', 'emailFormat'],
    ['anna@example.com\n', 'emailFormat'],
    ['anna@example.com\u200b', 'emailFormat'],
    ['<anna@example.com>', 'emailFormat'],
    ['anna@example.com, boris@example.com', 'emailFormat'],
    ['anna@example.com;', 'emailFormat'],
    [`${'a'.repeat(242)}@example.com`, null],
    [`${'a'.repeat(243)}@example.com`, 'emailFormat'],
  ])('%j is %s', (email, problem) => {
    expect(checkEmail(email)).toBe(problem)
  })
})

test.each<[(text: string) => unknown, string]>([
  [checkEmail, `${'a.'.repeat(120)}@`],
  [checkEmail, `a@${'a-'.repeat(120)}`],
  [checkEmail, '@.'.repeat(50_000)],
  [checkUsername, ' _'.repeat(50_000)],
  [checkPassword, ' '.repeat(100_000)],
])('%o takes no longer for a hostile text', (check, text) => {
  expect(getSlowdown(check, text)).toBeLessThan(100)
})

const good: Entries = {
  email: 'anna@example.com',
  username: 'anna_orlova',
  password: 'gora-reka-41',
  confirmation: 'gora-reka-41',
  policy: true,
}

const nothing: Entries = { email: '', username: '', password: '', confirmation: '', policy: false }

describe('validates the registration', () => {
  test.each<[name: string, change: Partial<Entries>, problems: FieldIssues]>([
    ['everything is right', {}, {}],
    [
      'nothing is filled in',
      nothing,
      {
        email: 'missing',
        username: 'missing',
        password: 'missing',
        confirmation: 'missing',
        policy: 'policyMissing',
      },
    ],
    ['the email is malformed', { email: 'anna' }, { email: 'emailFormat' }],
    ['the username has a space', { username: 'anna orlova' }, { username: 'usernameFormat' }],
    ['the passwords differ', { confirmation: 'gora-reka-42' }, { confirmation: 'passwordsDiffer' }],
    [
      'the passwords differ and are short: match first, then length',
      { password: 'short', confirmation: 'other' },
      { confirmation: 'passwordsDiffer' },
    ],
    [
      'the password is short and not confirmed',
      { password: 'short', confirmation: '' },
      { password: 'passwordShort', confirmation: 'missing' },
    ],
    ['only the confirmation is filled in', { password: '' }, { password: 'missing' }],
    ['no consent', { policy: false }, { policy: 'policyMissing' }],
  ])('%s', (_, change, problems) => {
    expect(checkEntries({ ...good, ...change })).toEqual(problems)
  })
})

test('validates a single field by itself', () => {
  const entries = { ...good, password: 'short', confirmation: 'other' }
  expect(checkField('password', entries)).toBe('passwordShort')
  expect(checkField('confirmation', entries)).toBe('passwordsDiffer')
})

test('trims username and email but not the password', () => {
  const data = new FormData()
  data.set('email', ' anna@example.com\t')
  data.set('username', '\u00a0anna_orlova ')
  data.set('password', ' gora ')
  data.set('policy', 'on')
  expect(readEntries(data)).toEqual({
    email: 'anna@example.com',
    username: 'anna_orlova',
    password: ' gora ',
    confirmation: '',
    policy: true,
  })
})

const operation = 'register'
const http = (status: number, detail?: ErrorDetail) =>
  new ApiError({ kind: 'http', operation, status, detail })
const withFieldErrors = (fields: Record<string, string>) =>
  new ApiError({ kind: 'http', operation, status: 422, fields })

describe('maps an error to its fields', () => {
  test.each<[detail: ErrorDetail, status: number, fields: string[]]>([
    ['User already registered', 409, ['email']],
    ['Username already registered', 409, ['username']],
    ['Username can contain letters, numbers, underscores and hyphens', 422, ['username']],
    ['Password must be at least 8 characters', 422, ['password']],
    ['Passwords do not match', 422, ['confirmation']],
    ['Group with this invite code not found', 404, []],
    ['failed to send email', 503, []],
    ['common', 500, []],
  ])('%s', (detail, status, fields) => {
    expect(Object.keys(getServerIssues(http(status, detail)))).toEqual(fields)
  })

  test('maps a list of errors to known fields', () => {
    expect(getServerIssues(withFieldErrors({ username: 'too odd', captcha: 'missing' }))).toEqual({
      username: 'rejected',
    })
    expect(getServerIssues(withFieldErrors({ invite: 'bad pattern' }))).toEqual({})
    expect(isInviteError(withFieldErrors({ invite: 'bad pattern' }))).toBe(true)
    expect(isInviteError(withFieldErrors({ username: 'bad' }))).toBe(false)
    expect(getServerIssues(withFieldErrors({ constructor: 'x', __proto__: 'y' }))).toEqual({})
  })
})

test('only an error of the application means that no account was created', () => {
  expect(mayHaveRegistered(http(409, 'User already registered'))).toBe(false)
  expect(mayHaveRegistered(http(503, 'failed to send email'))).toBe(false)
  expect(mayHaveRegistered(http(504))).toBe(true)
  expect(mayHaveRegistered(new ApiError({ kind: 'network', operation }))).toBe(true)
})

test.each<[unknown, object]>([
  ['AUTUMN-2026', { invite: 'AUTUMN-2026' }],
  ['42', { invite: '42' }],
  [undefined, {}],
  ['', {}],
  ['   ', { badInvite: true }],
  ['AUTUMN-2026,', { invite: 'AUTUMN-2026' }],
  [' «AUTUMN-2026».\n', { invite: 'AUTUMN-2026' }],
  ['AUTUMN-2026 —', { invite: 'AUTUMN-2026' }],
  [['ä'], { badInvite: true }],
  [{ invite: 'a' }, { badInvite: true }],
  [null, { badInvite: true }],
  ['true', { invite: 'true' }],
  [42, { badInvite: true }],
])('parses the invite %o', (invite, expected) => {
  expect(parseInviteSearch({ invite, other: 1 })).toEqual(expected)
})

test.each(['..', 'a/b', '__proto__', 'x'.repeat(129), 'ОСЕНЬ-2026', 'OSEN－2026', '\ud800x'])(
  'replaces a malformed code with a flag: %.20s',
  invite => {
    expect(parseInviteSearch({ invite })).toEqual({ badInvite: true })
    expect(parseInviteSearch({ badInvite: true })).toEqual({ badInvite: true })
    expect(parseInviteSearch({ invite: 'AUTUMN-2026', badInvite: true })).toEqual({ invite: 'AUTUMN-2026' })
  },
)
