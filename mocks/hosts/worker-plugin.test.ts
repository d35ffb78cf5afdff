import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mockWorkerPlugin } from './worker-plugin'

const root = join(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)
const installed = readFileSync(require.resolve('msw/mockServiceWorker.js'))
const getHash = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

function servedWorker(): Promise<Uint8Array> {
  type Middleware = (request: object, response: object, next: (error?: unknown) => void) => void
  const { configureServer } = mockWorkerPlugin({ isMocked: true })
  if (typeof configureServer !== 'function') throw new Error('The plugin serves nothing.')
  return new Promise((resolve, reject) => {
    const use = (middleware: Middleware) => {
      middleware({ url: '/mockServiceWorker.js?v=1' }, { setHeader: () => undefined, end: resolve }, reject)
    }
    Reflect.apply(configureServer, undefined, [{ middlewares: { use } }])
  })
}

it('K04 serves the installed worker unchanged', async () => {
  expect(getHash(await servedWorker())).toBe(getHash(installed))
})

it('K04 the installed worker matches the installed msw', () => {
  const read = (name: string) => new RegExp(`${name} = '([^']+)'`).exec(installed.toString())?.[1]
  const { version } = JSON.parse(readFileSync(require.resolve('msw/package.json'), 'utf8'))
  expect(read('PACKAGE_VERSION')).toBe(version)
  expect(read('INTEGRITY_CHECKSUM')).toMatch(/^[0-9a-f]{32}$/)
  expect(readFileSync(require.resolve('msw/browser'), 'utf8')).toContain(read('INTEGRITY_CHECKSUM'))
})

it('K04 has no copy that an update of msw would leave outdated', () => {
  expect(
    ['public', 'mocks', 'src', '.'].filter(folder => existsSync(join(root, folder, 'mockServiceWorker.js'))),
  ).toEqual([])
})
