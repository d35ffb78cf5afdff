import { expect, test } from 'vitest'
import { ApiError } from './errors'
import { getRunningLab, storeRunningLab } from './running-lab'

const read = (body: unknown) => {
  const error = new ApiError({ kind: 'http', operation: 'get /deploy', status: 409 })
  storeRunningLab(error, body)
  return getRunningLab(error)
}
const lab = { group_id: 1, task_id: 101, title: 'SQL injection' }

test('returns the running lab of a rejected start and ignores other fields', () => {
  expect(read({ running: { ...lab, secret: 'x' } })).toEqual(lab)
  expect(read({ running: { ...lab, title: 'x'.repeat(201) } })?.title).toBe('x'.repeat(200))
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
])('N02 ignores a body of another shape: %j', body => {
  expect(read(body)).toBeNull()
})

test('returns null for other errors and values', () => {
  expect(getRunningLab(new Error('x'))).toBeNull()
  expect(getRunningLab(lab)).toBeNull()
  expect(getRunningLab(undefined)).toBeNull()
})
