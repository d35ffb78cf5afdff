import { describe, expect, test } from 'vitest'
import { checkEmail, checkNewPassword, checkPassword, checkUsername } from './account-rules'

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

test('no rule is slow for long texts', () => {
  const begun = performance.now()
  checkEmail(`${'a.'.repeat(120)}@`)
  checkEmail(`a@${'a-'.repeat(120)}`)
  checkEmail('a'.repeat(100_000))
  checkUsername('a'.repeat(100_000))
  checkPassword(' '.repeat(100_000))
  expect(performance.now() - begun).toBeLessThan(2000)
})
