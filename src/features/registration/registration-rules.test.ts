import { describe, expect, test } from 'vitest'
import { checkEntries, checkField, type Entries, type Problems, readEntries } from './registration-rules'

const good: Entries = {
  email: 'anna@example.com',
  username: 'anna_orlova',
  password: 'gora-reka-41',
  confirmation: 'gora-reka-41',
  policy: true,
}

const both = (password: string): Partial<Entries> => ({ password, confirmation: password })
const nothing: Entries = { email: '', username: '', password: '', confirmation: '', policy: false }

describe('validates the registration', () => {
  test.each<[name: string, change: Partial<Entries>, problems: Problems]>([
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
    ['the username is Russian', { username: 'Анна-41' }, {}],
    ['the username is too long', { username: 'a'.repeat(151) }, { username: 'usernameLong' }],
    ['the password is short', both('1234567'), { password: 'passwordShort' }],
    ['the password is exactly long enough', both('12345678'), {}],
    ['the password is too long', both('a'.repeat(129)), { password: 'passwordLong' }],
    ['the password has spaces at its ends', both(' 12345678'), { password: 'passwordEdges' }],
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
