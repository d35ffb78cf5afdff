import { describe, expect, it } from 'vitest'
import { createPlatform, createStillDb } from '../test-platform'
import { type Db, importSnapshot } from './db'
import { type LmsUploadResult, uploadToLms } from './lms'
import { participantsOf } from './participants'

const group = (db: Db, id = 1) => {
  const found = db.content.groups.get(id)
  if (!found) throw new Error(`There is no group ${id}.`)
  return found
}

const upload = (db: Db, id = 1): LmsUploadResult => {
  const result = uploadToLms(db, group(db, id))
  if (result === 'missing') throw new Error('The course is missing.')
  return result
}

const figures = ({ status, sent_count, resend_count, failed_count, errors }: LmsUploadResult) => [
  status,
  sent_count,
  resend_count,
  failed_count,
  errors.length,
]

describe('an upload', () => {
  it('sends everything but what is refused, then that, then nothing', () => {
    const db = createStillDb()
    const troubled = participantsOf(db, 1).slice(0, 3)
    const refused = troubled.flatMap(person => person.solves).length
    const first = upload(db)
    expect(figures(first)).toEqual(['partially_sent', first.sent_count, 0, refused, refused])
    expect(first.sent_count).toBeGreaterThan(100)
    for (const { username } of troubled) expect(first.errors.join('\n')).toContain(`${username}, «`)
    expect(figures(upload(db))).toEqual(['sent', 0, refused, 0, 0])
    expect(figures(upload(db))).toEqual(['already_sent', 0, 0, 0, 0])
  })

  it('remembers solutions and not their number: a new one is the only one that is sent', async () => {
    const { call, db, tokenOf } = createPlatform()
    upload(db)
    upload(db)
    const token = tokenOf('student')
    const flags = db.flagsOf(1, 1, 102)
    await call('submitFlags', { token, query: { task_id: 102, group_id: 1 }, body: { flags } })
    expect(figures(upload(db))).toEqual(['sent', 1, 0, 0, 0])
  })

  it('is not disturbed by what another group has sent', () => {
    const db = createStillDb()
    upload(db, 2)
    expect(upload(db).sent_count).toBe(upload(createStillDb()).sent_count)
  })

  it('is the same for a database that was carried over', () => {
    const db = createStillDb()
    const copy = createStillDb()
    upload(db)
    copy.apply(JSON.parse(JSON.stringify(db.changesSince(0))))
    const third = importSnapshot(structuredClone(db.exportSnapshot()), { machineNow: () => 0 })
    const next = figures(upload(db))
    expect(figures(upload(copy))).toEqual(next)
    expect(figures(upload(third))).toEqual(next)
  })
})

it('lmsPartlyFailed: three people, three reasons, and the next upload sends their solutions again', () => {
  const db = createStillDb({ scenario: 'lmsPartlyFailed' })
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
    const answer = await createPlatform().call(operationId, { as, params: { id } })
    expect([answer.status, answer.body]).toEqual([status, { detail }])
  })

  it('a download counts the same people each time', async () => {
    const { call } = createPlatform()
    const download = async () => (await call('downloadFromLms', { as: 'admin', params: { id: 1 } })).body
    const first = await download()
    expect(first.updated).toBeGreaterThan(59)
    expect(await download()).toEqual(first)
  })

  it('the system can be switched off', async () => {
    const { call } = createPlatform({ scenario: 'brokenNeighbours' })
    const sent = await call('uploadToLms', { as: 'admin', params: { id: 1 } })
    expect([sent.status, sent.body.status]).toEqual([200, 'lms_disabled'])
    const download = await call('downloadFromLms', { as: 'admin', params: { id: 1 } })
    expect([download.status, download.body]).toEqual([409, { detail: 'lms disabled' }])
  })

  it('N11 it may not have the course: a status only', async () => {
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
    const answer = await createPlatform().call('findLmsTask', {
      as: 'student',
      body: { mnemonic_code_group, gitlab_id },
    })
    expect([answer.status, answer.body]).toEqual([status, body])
  })

  it.each(['..', 'a/b', '-', '', 'x'.repeat(65), 'ключ'])(
    'an id like %j is refused by its length, else unknown',
    async id => {
      const { call } = createPlatform()
      const body = { mnemonic_code_group: 'sec-autumn-26', gitlab_id: id }
      expect((await call('findLmsTask', { as: 'student', body })).status).toBe(
        id === '' || id.length > 64 ? 422 : 404,
      )
    },
  )
})
