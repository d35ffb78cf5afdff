import { expect, it } from 'vitest'
import { UsageError } from '../errors'
import { readFixtures } from './probe-options'

it.each([
  ['{', 'it is not JSON'],
  ['[]', 'it is not an object'],
  ['{"login": {}}', '"login" is not known there'],
  ['{"logins": {"teacher": {"token": "x"}}}', 'there is no role "teacher"'],
  ['{"logins": {"student": {"username": "a"}}}', 'the login "student" needs a username and a password'],
  ['{"values": {"flag": "x"}}', 'there is no value "flag"'],
  [
    '{"values": {"labTask": {"task_id": 1}}}',
    'the value "labTask" must be an object with group_id and task_id',
  ],
  ['{"values": {"newAccountEmail": "a@example.com"}}', 'must be an address with a *'],
])('rejects %s with one sentence', (text, message) => {
  expect(() => readFixtures(text)).toThrow(UsageError)
  expect(() => readFixtures(text)).toThrow(message)
})

it('reads logins and values', () => {
  const text = '{"logins": {"student": {"token": "t"}}, "values": {"inviteCode": "A"}}'
  expect(readFixtures(text)).toEqual({ logins: { student: { token: 't' } }, values: { inviteCode: 'A' } })
})
