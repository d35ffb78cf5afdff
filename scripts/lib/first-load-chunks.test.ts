import { expect, it } from 'vitest'
import { compileHintsPlugin, makeChunkGroups } from './first-load-chunks'

const react = '/node_modules/react/index.js'
const barrel = '/node_modules/lucide-react/dist/esm/lucide-react.mjs'
const cup = '/node_modules/lucide-react/dist/esm/icons/cup.mjs'
const icon = (name: string) => `/node_modules/lucide-react/dist/esm/icons/${name}.mjs`
const part = (route: string) => `${route}?tsr-split=component`

interface Facts {
  importedIds: readonly string[]
  dynamicallyImportedIds?: readonly string[]
  code?: string
}

/** The imports of each module. */
const graph: Record<string, Facts> = {
  '/src/main': { importedIds: ['/src/start', '/src/router', '/src/words', react] },
  '/src/start': { importedIds: ['/src/client', '/src/words', '/node_modules/client/index.js'] },
  '/src/router': {
    importedIds: ['/src/main', '/src/login', '/src/group', barrel],
    code: 'import { Sun, Moon as Night, Cup } from "lucide-react"',
  },
  '/src/login': { importedIds: [], dynamicallyImportedIds: [part('/src/login')] },
  [part('/src/login')]: { importedIds: ['/src/field', '/src/words', '/src/sign'] },
  '/src/reset': { importedIds: [], dynamicallyImportedIds: [part('/src/reset'), '/src/far'] },
  [part('/src/reset')]: { importedIds: ['/src/field', '/src/meter'] },
  '/src/frame': { importedIds: ['/src/meter', '/src/pill', '/node_modules/pills/index.js', '/src/field'] },
  '/src/group': { importedIds: ['/src/words'], dynamicallyImportedIds: [part('/src/group')] },
  [part('/src/group')]: { importedIds: ['/src/pill', '/src/list'] },
  '/src/terminal': { importedIds: ['/src/screen', '/src/words'] },
  [barrel]: {
    importedIds: [icon('sun'), icon('moon'), icon('lab'), cup],
    code: `export { default as Sun, default as SunIcon } from './icons/sun.mjs';
      export { default as Moon } from './icons/moon.mjs';
      export { default as Lab } from './icons/lab.mjs';
      import { Cup } from './icons/cup.mjs';
      export { Cup };`,
  },
  [icon('sun')]: { importedIds: [react] },
}

const modules = { getModuleInfo: (id: string) => graph[id] ?? null }

const getName = (id: string): string | undefined => {
  const groups = makeChunkGroups({
    app: '/src/main',
    session: '/src/start',
    login: ['/src/login'],
    guests: ['/src/reset'],
    members: ['/src/frame'],
    board: ['/src/rows.'],
    others: ['/src/terminal'],
  })
  return groups.map(group => group.name(id, modules)).find(name => name !== null) ?? undefined
}

it.each([
  ['/src/main', 'app'],
  ['/src/start', 'session'],
  ['/src/client', 'session'],
  ['/node_modules/client/index.js', 'session'],
  ['/src/group', 'app'],
  [react, 'vendor'],
  [icon('sun'), 'app'],
  [icon('moon'), 'app'],
  [icon('lab'), 'parts'],
  [cup, 'app'],
  ['/src/words', 'shared'],
  ['/src/terminal', 'shared'],
  ['/src/screen', 'shared'],
  [part('/src/login'), 'login-page'],
  ['/src/sign', 'login-page'],
  ['/src/field', 'form-parts'],
  ['/src/meter', 'guest-parts'],
  ['/src/frame', 'members'],
  ['/src/rows.tsx', 'board-parts'],
  ['/src/pill', 'members'],
  ['/node_modules/pills/index.js', 'members'],
  [part('/src/reset'), 'parts'],
  ['/src/list', 'parts'],
  ['/src/far', 'parts'],
])('%s is in the chunk %s', (id, name) => {
  expect(getName(id)).toBe(name)
})

it('puts the hint on the first line of the named chunks only, and shifts their source maps by a line', () => {
  const chunk = (name: string) => ({ type: 'chunk', name, code: 'go()', map: { mappings: 'AAAA' } })
  const bundle = { a: chunk('app'), b: chunk('popups'), c: { type: 'asset', name: 'app' } }
  const { generateBundle } = compileHintsPlugin(['app']) as unknown as {
    generateBundle: { handler: (options: object, bundle: object) => void }
  }
  generateBundle.handler({}, bundle)
  expect(bundle.a).toMatchObject({ code: '//# allFunctionsCalledOnLoad\ngo()', map: { mappings: ';AAAA' } })
  expect(bundle.b).toEqual(chunk('popups'))
})
