import { describe, expect, it } from 'vitest'
import type { LmsUpload } from '../../src/api/schema.gen'
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
  it('a download counts the same users each time', async () => {
    const { call } = createPlatform()
    const download = async () => (await call('downloadFromLms', { as: 'admin', params: { id: 1 } })).body
    const first = await download()
    expect(first.updated).toBeGreaterThan(59)
    expect(await download()).toEqual(first)
  })

  it('N11 a missing course is a 404 with a status', async () => {
    const { call } = createPlatform({ scenario: 'lmsMissingCourse' })
    const sent = await call('uploadToLms', { as: 'admin', params: { id: 1 } })
    expect([sent.status, sent.body]).toEqual([404, { status: 'not_found' }])
    const download = await call('downloadFromLms', { as: 'admin', params: { id: 1 } })
    expect([download.status, download.body]).toEqual([409, { detail: 'lms course not found' }])
  })
})
