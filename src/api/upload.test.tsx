import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestServer } from '../../mocks/hosts/node'
import { createServerClock } from '../lib/server-clock'
import { installNodeForms, recordUploads } from '../test/node-forms'
import { createApi } from './api'
import { ApiError } from './errors'
import { sendWithProgress, type UploadProgress } from './upload'

/** A signed-in tab on the simulated platform with a valid token. */
const openTab = async () => {
  await installNodeForms()
  const platform = createTestServer({ as: 'student' })
  platform.listen()
  const uploads = recordUploads()
  localStorage.clear()
  localStorage.setItem('token', platform.tokens?.refresh_token ?? '')
  const serverClock = createServerClock()
  const tab = createApi({ serverClock })
  await tab.session.start()
  onTestFinished(() => {
    tab.session.reset()
    platform.close()
  })
  const expire = () => platform.db.clock.advance(platform.db.settings.accessLifetimeSeconds * 1000 + 1)
  const calls = () => platform.journal.entries().map(({ operationId }) => operationId)
  return { ...tab, platform, uploads, serverClock, expire, calls }
}

type Tab = Awaited<ReturnType<typeof openTab>>

const getFile = (size: number) => {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31) % 251
  return new File([bytes], 'Отчёт.pdf', { type: 'application/pdf' })
}

const post = (
  { client, withServerClock }: Tab,
  file: File | null,
  signal: AbortSignal = new AbortController().signal,
) => {
  const form = new FormData()
  form.append('text', 'Таймер\nне идёт')
  if (file) form.append('files', file, file.name)
  const progress: UploadProgress[] = []
  const answer = client.POST('/feedback', {
    body: { text: '' },
    bodySerializer: () => form,
    fetch: withServerClock(request => sendWithProgress(request, one => progress.push(one))),
    signal,
  })
  return { answer, progress }
}

const size = 4_900_000

test('A11 4.9 MB with an expired token: one refresh, and the resend has the same length, boundary and bytes', async () => {
  const tab = await openTab()
  tab.expire()
  const { answer, progress } = post(tab, getFile(size))
  expect((await answer).response.status).toBe(200)
  expect(tab.calls()).toEqual(['refreshSession', 'sendFeedback', 'refreshSession', 'sendFeedback'])
  const [first, second, ...others] = tab.uploads
  expect(others).toEqual([])
  expect(first?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(second?.headers['content-type']).toBe(first?.headers['content-type'])
  expect(second?.headers.authorization).not.toBe(first?.headers.authorization)
  expect(first?.body.byteLength).toBeGreaterThan(size)
  expect(Buffer.compare(Buffer.from(first?.body ?? []), Buffer.from(second?.body ?? []))).toBe(0)
  const [row] = tab.platform.db.tables.feedback.values()
  expect(row).toMatchObject({ text: 'Таймер\r\nне идёт', file: { name: 'Отчёт.pdf', size } })
  const total = first?.body.byteLength
  // Each send reports from 0 to the total.
  expect(progress).toEqual([0, total, 0, total].map(loaded => ({ loaded, total })))
})

test('sends once without a 401, and the server clock sees the response', async () => {
  const tab = await openTab()
  const observe = vi.spyOn(tab.serverClock, 'observe')
  const { response } = await post(tab, null).answer
  expect(response.status).toBe(200)
  expect(response.headers.get('x-request-id')).toMatch(/^mock-/)
  expect(tab.uploads).toHaveLength(1)
  expect(observe).toHaveBeenCalled()
})

test('returns an error response like fetch, with body and headers', async () => {
  const tab = await openTab()
  tab.platform.db.faults.add('sendFeedback', {
    kind: 'status',
    status: 429,
    detail: 'too many attempts',
    headers: { 'Retry-After': '30' },
  })
  const { error, response } = await post(tab, null).answer
  expect(error).toEqual({ detail: 'too many attempts' })
  expect(response.headers.get('retry-after')).toBe('30')
})

test('U05 reports a broken connection with the same error as fetch', async () => {
  const tab = await openTab()
  tab.platform.db.faults.add('sendFeedback', { kind: 'abort' })
  const failure = await post(tab, null).answer.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ kind: 'network' })
})

test.each(['before it is sent', 'while it is under way'])(
  'U05 rejects as aborted when stopped %s',
  async when => {
    const tab = await openTab()
    tab.platform.db.faults.add('sendFeedback', { kind: 'never' })
    const cancel = vi.spyOn(XMLHttpRequest.prototype, 'abort')
    onTestFinished(() => cancel.mockRestore())
    const control = new AbortController()
    if (when === 'before it is sent') control.abort()
    const { answer } = post(tab, getFile(10), control.signal)
    const outcome = answer.catch((error: unknown) => error)
    if (!control.signal.aborted) {
      await vi.waitFor(() => expect(tab.uploads).toHaveLength(1))
      control.abort()
    }
    expect(await outcome).toMatchObject({ kind: 'aborted' })
    expect(tab.uploads).toHaveLength(when === 'before it is sent' ? 0 : 1)
    // Else the rest of the file is sent all the same.
    expect(cancel).toHaveBeenCalledTimes(when === 'before it is sent' ? 0 : 1)
  },
)
