import { expect, test } from 'vitest'
import { ApiError } from './errors'
import { keepRunningLab, runningLabOf } from './running-lab'

const kept = (body: unknown) => {
  const error = new ApiError({ kind: 'http', operation: 'get /deploy', status: 409 })
  keepRunningLab(error, body)
  return runningLabOf(error)
}
const lab = { group_id: 1, task_id: 101, title: 'SQL injection' }

test('the lab that stands in the way is known beside the refusal, and nothing else of its body', () => {
  expect(kept({ running: { ...lab, secret: 'x' } })).toEqual(lab)
  expect(kept({ running: { ...lab, title: 'x'.repeat(201) } })?.title).toBe('x'.repeat(200))
})

test.each([
  null,
  undefined,
  'running',
  7,
  {},
  { running: null },
  { running: 'SQL injection' },
  { running: {} },
  { running: { ...lab, group_id: 0 } },
  { running: { ...lab, group_id: '1' } },
  { running: { ...lab, task_id: -1 } },
  { running: { ...lab, task_id: 1.5 } },
  { running: { ...lab, title: null } },
  { running: { ...lab, title: { toString: 'x' } } },
])('N02 a body of another shape names none: %j', body => {
  expect(kept(body)).toBeNull()
})

test('other errors, and what is none, name none', () => {
  expect(runningLabOf(new Error('x'))).toBeNull()
  expect(runningLabOf(lab)).toBeNull()
  expect(runningLabOf(undefined)).toBeNull()
})
