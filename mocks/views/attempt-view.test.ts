import { expect, it } from 'vitest'
import { reviewDue } from './attempt-view'

it.each([
  ['2026-10-05T10:00:00.000Z', '2026-10-08T10:00:00.000Z'],
  ['2026-10-08T10:00:00.000Z', '2026-10-13T10:00:00.000Z'],
  ['2026-10-10T10:00:00.000Z', '2026-10-14T10:00:00.000Z'],
])('three business days after %s are %s', (from, due) => {
  expect(new Date(reviewDue(Date.parse(from))).toISOString()).toBe(due)
})
