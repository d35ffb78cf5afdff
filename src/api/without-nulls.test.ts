import { expect, it } from 'vitest'
import { unwrap } from './unwrap'
import { withoutNulls } from './without-nulls'

it('treats null fields as absent, at any depth', () => {
  const body = { a: null, b: [{ c: null, d: 0 }, 'text'], e: { f: { g: null } }, h: false, i: '' }
  expect(withoutNulls(body)).toStrictEqual({
    a: undefined,
    b: [{ c: undefined, d: 0 }, 'text'],
    e: { f: { g: undefined } },
    h: false,
    i: '',
  })
})

it.each([null, [null, 1], 'text', 5, undefined])('keeps %j', body => {
  expect(withoutNulls(structuredClone(body))).toStrictEqual(body)
})

it('X05 handles extremely nested bodies', () => {
  const body = JSON.parse(`${'{"a":'.repeat(50_000)}null${'}'.repeat(50_000)}`)
  expect(withoutNulls(body)).toBe(body)
})

it('is applied to the data of every call', async () => {
  const answer = { data: { name: 'Group', description: null }, response: new Response() }
  expect((await unwrap(answer)).description).toBeUndefined()
})
