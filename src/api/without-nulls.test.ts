import { expect, it } from 'vitest'
import { unwrap } from './unwrap'
import { withoutNulls } from './without-nulls'

it('takes null in a field for an absent one, at any depth', () => {
  const body = { a: null, b: [{ c: null, d: 0 }, 'text'], e: { f: { g: null } }, h: false, i: '' }
  expect(withoutNulls(body)).toStrictEqual({
    a: undefined,
    b: [{ c: undefined, d: 0 }, 'text'],
    e: { f: { g: undefined } },
    h: false,
    i: '',
  })
})

it.each([null, [null, 1], 'text', 5, undefined])('leaves %j as it is', body => {
  expect(withoutNulls(structuredClone(body))).toStrictEqual(body)
})

it('X05 does not fail on a body that is nested without end', () => {
  const body = JSON.parse(`${'{"a":'.repeat(50_000)}null${'}'.repeat(50_000)}`)
  expect(withoutNulls(body)).toBe(body)
})

it('is how every call gets its data', async () => {
  const answer = { data: { name: 'Group', description: null }, response: new Response() }
  expect((await unwrap(answer)).description).toBeUndefined()
})
