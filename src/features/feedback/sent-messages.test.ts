import { afterEach, beforeEach, expect, test } from 'vitest'
import { storage } from '../../lib/storage'
import { readSentMessages, storeSentMessage } from './sent-messages'

beforeEach(() => storage.set('flagship.user', '7'))
afterEach(() => storage.clear('otherUser'))

test('the last ten are kept, newest first, by their first line', () => {
  for (let number = 1; number <= 12; number += 1)
    storeSentMessage(7, `\n \u202e\n${number} ${'long '.repeat(300)}\nrest`, { ticket: `FB-${number}` })
  const messages = readSentMessages()
  expect(messages.map(({ ticket }) => ticket)).toEqual(Array.from({ length: 10 }, (_, at) => `FB-${12 - at}`))
  expect(messages[0]?.line).toMatch(/^12 long .*…$/)
  expect(messages[0]?.line.length).toBeLessThanOrEqual(101)
})

test.each([null, undefined, 'text', [], {}, { ticket: null }, { ticket: 7 }, { ticket: ' \n' }])(
  'the answer %j has no number',
  answer => {
    storeSentMessage(7, 'Hello', answer)
    expect(readSentMessages()).toMatchObject([{ line: 'Hello', ticket: '' }])
  },
)

test('A20 nothing of another user is stored, and a logout removes the list', () => {
  storeSentMessage(8, 'Of the first user', null)
  expect(readSentMessages()).toEqual([])
  storeSentMessage(7, 'Hello', null)
  storage.clear('logout')
  expect(readSentMessages()).toEqual([])
})

test.each(['', '{', 'null', '{}', '[null, 1, {"at": "1"}, {"at": null, "line": "x"}, {"at": 1e300}]'])(
  '%j stored is no list',
  raw => {
    storage.set('flagship.sentMessages', raw)
    expect(readSentMessages()).toEqual([])
  },
)
