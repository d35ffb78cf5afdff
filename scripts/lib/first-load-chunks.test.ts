import { expect, it } from 'vitest'
import { makeChunkName } from './first-load-chunks'

/** Each module with what it imports; `lazy` is fetched later, so nobody imports it. */
const imports: Record<string, readonly string[]> = {
  '/app': ['/router', '/words'],
  '/router': ['/app', '/page'],
  '/page': [],
  '/terminal': ['/screen', '/words'],
  '/screen': [],
  '/words': [],
  '/lazy': ['/page', '/only-lazy'],
  '/only-lazy': [],
}

const modules = {
  getModuleInfo: (id: string) => (imports[id] ? { importedIds: imports[id] } : null),
}

it.each([
  ['/app', 'app'],
  ['/router', 'app'],
  ['/page', 'app'],
  ['/terminal', null],
  ['/screen', null],
  ['/words', 'shared'],
  ['/lazy', null],
  ['/only-lazy', null],
  ['/unknown', null],
])('%s stands in the chunk %s', (id, name) => {
  expect(makeChunkName('/app', ['/terminal'])(id, modules)).toBe(name)
})
