import { expect, onTestFinished, test } from 'vitest'
import { type ContactEvent, contact } from './contact'
import { ApiError } from './errors'
import { makeQueryClient } from './query-client'
import { unwrap } from './unwrap'

const begin = () => {
  const heard: ContactEvent[] = []
  const stop = contact.follow(event => heard.push(event))
  onTestFinished(() => {
    stop()
    contact.reset()
  })
  return heard
}

const answerOf = (status: number) => ({ data: {}, response: new Response(null, { status }) })
const refusalOf = (status: number, error: unknown) => ({ error, response: new Response(null, { status }) })

test.each([
  ['200', answerOf(200), null],
  ['403', refusalOf(403, { detail: 'you dont have access to this group' }), null],
  ['404', refusalOf(404, { detail: 'in words that no contract lists' }), null],
  ['422', refusalOf(422, { detail: [{ loc: ['body', 'flag'], msg: 'too long', type: 'v' }] }), null],
  ['403 in no words', refusalOf(403, { detail: 7 }), { kind: 'http', status: 403 }],
  ['500 in words of the contract', refusalOf(500, { detail: 'common' }), { kind: 'http', status: 500 }],
  ['a redirect that nobody follows', refusalOf(302, { detail: 'common' }), null],
  ['403 of a proxy', refusalOf(403, '<html>'), { kind: 'http', status: 403 }],
  ['408 of a proxy', refusalOf(408, undefined), { kind: 'http', status: 408 }],
  ['429', answerOf(429), null],
  ['500', answerOf(500), { kind: 'http', status: 500 }],
  ['502', answerOf(502), { kind: 'http', status: 502 }],
])(
  'an answer of %s is a sign of contact, unless the platform is not behind it',
  async (_, answer, failure) => {
    const heard = begin()
    await unwrap(answer, 'get /groups').catch(() => {})
    expect(heard).toMatchObject([{ operation: 'get /groups', failure }])
    expect(contact.lastAt() === null).toBe(failure !== null)
  },
)

test.each([
  ['network', new TypeError('Failed to fetch'), 'network'],
  ['timeout', new DOMException('', 'TimeoutError'), 'timeout'],
  ['badResponse', new SyntaxError('Unexpected token <'), 'badResponse'],
])('no usable answer (%s) is none', async (_, thrown, kind) => {
  const heard = begin()
  await unwrap(Promise.reject(thrown), 'get /groups').catch(() => {})
  expect(heard).toMatchObject([{ failure: { kind } }])
  expect(contact.lastAt()).toBeNull()
})

test('whoever has left hears nothing', async () => {
  const heard: ContactEvent[] = []
  contact.follow(event => heard.push(event))()
  contact.note('get /groups', 0, null)
  contact.reset()
  expect(heard).toEqual([])
})

test('what was stopped on purpose says nothing, and the last contact stays the last one', async () => {
  const heard = begin()
  await unwrap(answerOf(200), 'get /groups')
  const last = contact.lastAt()
  contact.note('get /groups', 0, new ApiError({ kind: 'aborted', operation: 'get /groups' }))
  contact.note('get /groups', 0, new ApiError({ kind: 'offline', operation: 'get /groups' }))
  expect(heard).toHaveLength(2)
  expect(contact.lastAt()).toBe(last)
})

test('A20 when the person goes, the last contact goes with them', async () => {
  begin()
  let forget = () => {}
  makeQueryClient({
    onForget: listener => {
      forget = () => listener('otherUser')
      return () => {}
    },
  })
  await unwrap(answerOf(200), 'get /groups')
  forget()
  expect(contact.lastAt()).toBeNull()
})
