import { describe, expect, it } from 'vitest'
import type { LmsUpload } from '../../packages/contract/schema.gen'
import { createPausedDb, createPlatform } from '../test-platform'
import { importSnapshot } from './create-db'
import type { Db } from './db'
import { uploadToLms } from './lms'
import { getParticipants } from './participants'

const group = (db: Db, id = 1) => {
  const found = db.content.groups.get(id)
  if (!found) throw new Error(`There is no group ${id}.`)
  return found
}

const upload = (db: Db, id = 1): Required<LmsUpload> => {
  const result = uploadToLms(db, group(db, id))
  if (result === 'missing') throw new Error('The course is missing.')
  return result
}

const figures = ({ status, sent_count, resend_count, failed_count, errors }: Required<LmsUpload>) => [
  status,
  sent_count,
  resend_count,
  failed_count,
  errors.length,
]

describe('an upload', () => {
  it('sends everything except rejected solves, then those, then nothing', () => {
    const db = createPausedDb()
    const troubled = getParticipants(db, 1).slice(0, 3)
    const rejected = troubled.flatMap(participant => participant.solves).length
    const first = upload(db)
    expect(figures(first)).toEqual(['partially_sent', first.sent_count, 0, rejected, rejected])
    expect(first.sent_count).toBeGreaterThan(100)
    for (const { username } of troubled) expect(first.errors.join('\n')).toContain(`${username}, «`)
    expect(figures(upload(db))).toEqual(['sent', 0, rejected, 0, 0])
    expect(figures(upload(db))).toEqual(['already_sent', 0, 0, 0, 0])
  })

  it('sends only new solves', async () => {
    const { db, getToken, sendFlags } = createPlatform()
    upload(db)
    upload(db)
    const token = getToken('student')
    const flags = db.getFlags(1, 1, 102)
    await sendFlags(102, flags, { token })
    expect(figures(upload(db))).toEqual(['sent', 1, 0, 0, 0])
  })

  it('is independent of other groups', () => {
    const db = createPausedDb()
    upload(db, 2)
    expect(upload(db).sent_count).toBe(upload(createPausedDb()).sent_count)
  })

  it('is the same for a copied database', () => {
    const db = createPausedDb()
    const copy = createPausedDb()
    upload(db)
    copy.apply(JSON.parse(JSON.stringify(db.changesSince(0))))
    const third = importSnapshot(structuredClone(db.exportSnapshot()), { machineNow: () => 0 })
    const next = figures(upload(db))
    expect(figures(upload(copy))).toEqual(next)
    expect(figures(upload(third))).toEqual(next)
  })
})

it('lmsPartlyFailed: three users, three reasons, and the next upload sends their solves again', () => {
  const db = createPausedDb({ scenario: 'lmsPartlyFailed' })
  const first = upload(db)
  expect(figures(first)).toEqual(['partially_sent', 0, 0, 3, 3])
  expect(new Set(first.errors.map(line => line.split(',')[0])).size).toBe(3)
  expect(new Set(first.errors.map(line => line.split('»: ')[1])).size).toBe(3)
  expect(figures(upload(db))).toEqual(['sent', 0, 3, 0, 0])
  expect(upload(db).status).toBe('already_sent')
})

describe('the calls', () => {
  it.each([
    ['uploadToLms', 'student', 1, 403, 'you dont have access to this group'],
    ['downloadFromLms', 'student', 1, 403, 'you dont have access to this group'],
    ['uploadToLms', 'admin', 4, 409, 'group has no mnemonic code'],
    ['downloadFromLms', 'admin', 4, 409, 'group has no mnemonic code'],
  ] as const)('%s by %s of group %i: %i %s', async (operationId, as, id, status, detail) => {
    const response = await createPlatform().call(operationId, { as, params: { id } })
    expect([response.status, response.body]).toEqual([status, { detail }])
  })

  it('a download counts the same users each time', async () => {
    const { call } = createPlatform()
    const download = async () => (await call('downloadFromLms', { as: 'admin', params: { id: 1 } })).body
    const first = await download()
    expect(first.updated).toBeGreaterThan(59)
    expect(await download()).toEqual(first)
  })

  it('the LMS can be disabled', async () => {
    const { call } = createPlatform({ scenario: 'lmsAndMailDown' })
    const sent = await call('uploadToLms', { as: 'admin', params: { id: 1 } })
    expect([sent.status, sent.body.status]).toEqual([200, 'lms_disabled'])
    const download = await call('downloadFromLms', { as: 'admin', params: { id: 1 } })
    expect([download.status, download.body]).toEqual([409, { detail: 'lms disabled' }])
  })

  it('N11 a missing course is a 404 with a status', async () => {
    const { call } = createPlatform({ scenario: 'lmsMissingCourse' })
    const sent = await call('uploadToLms', { as: 'admin', params: { id: 1 } })
    expect([sent.status, sent.body]).toEqual([404, { status: 'not_found' }])
    const download = await call('downloadFromLms', { as: 'admin', params: { id: 1 } })
    expect([download.status, download.body]).toEqual([409, { detail: 'lms course not found' }])
  })

  it.each([
    ['sec-autumn-26', '4101', 200, { group_id: 1, task_id: 101 }],
    ['sec-autumn-26', '9999', 404, { detail: 'Task not found' }],
    ['no-such-group', '4101', 404, { detail: 'Task not found' }],
    ['secure-dev-spring', '4301', 403, { detail: 'Training in this group will begin later' }],
  ])('%s/%s opens as %i', async (mnemonic_code_group, gitlab_id, status, body) => {
    const response = await createPlatform().call('findLmsTask', {
      as: 'student',
      body: { mnemonic_code_group, gitlab_id },
    })
    expect([response.status, response.body]).toEqual([status, body])
  })

  it.each(['..', 'a/b', '-', '', 'x'.repeat(65), 'ключ'])(
    'the id %j is invalid by its length, or unknown',
    async id => {
      const { call } = createPlatform()
      const body = { mnemonic_code_group: 'sec-autumn-26', gitlab_id: id }
      expect((await call('findLmsTask', { as: 'student', body })).status).toBe(
        id === '' || id.length > 64 ? 422 : 404,
      )
    },
  )
})
