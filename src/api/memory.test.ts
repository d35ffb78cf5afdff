import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createBrowser } from '../test/fake-browser'
import { createRotatingBackend } from '../test/rotating-backend'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const turn = () => new Promise(resolve => setImmediate(resolve))

test('M05 keeps nothing of 10,000 requests that were not resent', async () => {
  const backend = createRotatingBackend()
  const seen: WeakRef<Request>[] = []
  const browser = createBrowser(request => {
    seen.push(new WeakRef(request))
    // Every second request fails, so no response cleans up.
    if (seen.length % 2 === 0) return Promise.reject(new TypeError('fetch failed'))
    return backend.fetch(request)
  })
  browser.values.set('token', backend.signIn())
  const { session, client } = browser.openTab()
  await session.start()
  for (let count = 0; count < 100; count += 1) {
    await Promise.all(
      Array.from({ length: 100 }, () =>
        client
          .POST('/pass_flag', { params: { query: { group_id: 1, task_id: 1 } }, body: { flags: ['x'] } })
          .catch(() => null),
      ),
    )
    backend.journal.length = 0
  }
  for (let count = 0; count < 5; count += 1) {
    await turn()
    collectGarbage()
  }
  expect(seen.length).toBe(10_001)
  expect(seen.filter(request => request.deref() !== undefined).length).toBeLessThan(200)
}, 60_000)
