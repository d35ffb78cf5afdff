import { describe, expect, test } from 'vitest'
import { getImports, isGenerated, isTest, type SourceFile, sourceFiles } from '../../scripts/lib/source-files'

/** The rules of CONTRIBUTING.md: layers, file sizes, restricted APIs. */
const sources = sourceFiles('src', 'packages', 'mocks', 'scripts', 'e2e', 'bench', 'deploy').filter(
  ({ path }) => !isGenerated(path),
)
const shipped = sources.filter(({ path }) => path.startsWith('src/') && !isTest(path))

const getLayer = (path: string): string => {
  const parts = path.split('/')
  if (/^packages\/drift\/(?:mutants|scores)\//.test(path)) return parts.slice(0, 3).join('/')
  if (path.startsWith('mocks/shell/')) return 'mocks/shell'
  if (parts[0] === 'packages') return parts.slice(0, 2).join('/')
  if (parts[0] !== 'src') return parts[0] ?? path
  const [, layer = '', rest] = parts
  return rest === undefined ? layer.replace(/\.tsx?$/, '') : layer
}

/** The types of the contract, written by `npm run generate`. */
const contractTypes = 'packages/contract/schema.gen'

/** The layers that each layer may import, beside itself. */
const allowed: Record<string, string[]> = {
  'packages/contract': [],
  'packages/drift': ['packages/contract'],
  // How well the drift check finds mistakes of a server: these of the simulated platform.
  'packages/drift/mutants': ['packages/contract', 'mocks'],
  'packages/drift/scores': ['packages/contract', 'packages/drift', 'mocks', 'scripts/lib'],
  lib: [],
  ui: ['lib', contractTypes],
  api: ['lib', contractTypes],
  i18n: ['lib', 'ui', 'api', contractTypes],
  features: ['lib', 'ui', 'api', 'i18n', contractTypes],
  routes: ['lib', 'ui', 'api', 'i18n', 'features', contractTypes],
  // A separate document, which shares only the message protocol.
  terminal: ['lib'],
  // Not in production builds.
  devtools: ['lib', 'ui', 'i18n', 'mocks/control', 'mocks/recordings', 'packages/contract'],
  'route-tree.gen': ['routes'],
  router: ['lib', 'api', 'i18n', 'features', 'routes', 'route-tree.gen'],
  app: ['lib', 'ui', 'i18n', 'router'],
  'hydrate-router': ['lib', 'router'],
  render: ['lib', 'api', 'router', 'app', 'hydrate-router'],
  main: ['lib', 'ui', 'api', 'i18n', 'router', 'hydrate-router', 'render', 'mocks', 'devtools'],
  // Inlined into the page: what it imports is part of every page.
  boot: ['lib'],
  // Rendered in Node by the build.
  prerender: ['lib', 'ui', 'api', 'i18n', 'router', 'app'],
  mocks: ['packages/contract', 'mocks/shell'],
  // An emulated Linux host that knows nothing of the platform.
  'mocks/shell': [],
  scripts: [
    'deploy',
    'mocks/recordings/make-recording',
    'packages/contract',
    'packages/drift',
    'src/lib/cookie',
    'src/lib/languages',
    'src/prerender',
  ],
  // The languages of prerendered pages, and the GETs of the contract that write.
  deploy: ['src/lib/languages', 'src/api/operations.gen'],
  bench: [
    'packages/drift',
    'mocks/hosts/server/platform-server',
    'mocks/hosts/server/start',
    'mocks/platform/data/huge-groups',
    'mocks/platform/personas',
    'mocks/platform/tables',
    'scripts/compress-build',
    'packages/contract',
    'scripts/lib',
    'scripts/preview',
    'scripts/start-nginx',
    'scripts/browser-tools',
  ],
  e2e: [
    'scripts/browser-tools',
    'src/devtools/locales',
    'mocks/hosts/browser',
    'mocks/hosts/server/start',
    'mocks/handlers/views',
    'mocks/platform/data/huge-groups',
    'mocks/platform/exam-events',
    'mocks/platform/faults',
    'mocks/platform/leaderboard',
    'mocks/platform/personas',
    'packages/contract',
    'scripts/lib',
    'scripts/preview',
    'scripts/start-nginx',
    'deploy/foreign-write-cases',
    'deploy/headers',
    'deploy/redirect-cases',
    'src/api/operations.gen',
    // The registered storage keys.
    'src/lib/storage',
    // A short soak test is part of every run.
    'bench/soak',
  ],
}

const isOwn = (to: string) => /^(?:src|packages|mocks|scripts|deploy|e2e|bench|openapi)\//.test(to)

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

const wrongImports = ({ path, text }: SourceFile): string[] => {
  const from = getLayer(path)
  const may = allowed[from]
  if (!may) return [`${path} is in the unknown layer ${from}`]
  return getImports({ path, text })
    .filter(({ to }) => isOwn(to))
    .filter(({ to }) => {
      const layer = getLayer(to)
      return layer !== from && !may.some(one => one === layer || to === one || to.startsWith(`${one}/`))
    })
    .map(({ to }) => `${path} imports ${to}`)
}

describe('imports go one way', () => {
  test('every layer imports only allowed layers', () => {
    const files = sources.filter(({ path }) => !isTest(path))
    expect(files.flatMap(wrongImports), 'CONTRIBUTING.md (Layout) says which way imports go').toEqual([])
  })

  test('a feature imports only public.ts of another feature', () => {
    const crossing = shipped
      .filter(({ path }) => path.startsWith('src/features/'))
      .flatMap(file => {
        const own = file.path.split('/').slice(0, 3).join('/')
        return getImports(file)
          .filter(({ to }) => to.startsWith('src/features/') && !to.startsWith(`${own}/`))
          .filter(({ to }) => !/^src\/features\/[^/]+\/public$/.test(to))
          .map(({ to }) => `${file.path} imports ${to}`)
      })
    expect(crossing, 'import from public.ts of the feature, or export it there').toEqual([])
  })

  test('features form no circle', () => {
    const imported = new Map<string, Set<string>>()
    const getFeature = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]
    for (const file of shipped) {
      const own = getFeature(file.path)
      if (own === undefined) continue
      const others = getImports(file).flatMap(({ to }) => getFeature(to) ?? [])
      imported.set(own, new Set([...(imported.get(own) ?? []), ...others.filter(one => one !== own)]))
    }
    const findCircle = (path: readonly string[]): readonly string[] | undefined => {
      const next = [...(imported.get(path.at(-1) ?? '') ?? [])]
      const back = next.find(one => path.includes(one))
      if (back !== undefined) return [...path.slice(path.indexOf(back)), back]
      return next.map(one => findCircle([...path, one])).find(one => one !== undefined)
    }
    const circles = [...imported.keys()].flatMap(one => findCircle([one])?.join(' > ') ?? [])
    expect(circles, 'move what both need to src/api, or let the route pass it as a child').toEqual([])
  })

  test('the mocks import only types of the client, and only main.tsx imports the mocks', () => {
    const values = sources
      .filter(({ path }) => path.startsWith('mocks/') && !isTest(path))
      .flatMap(file => getImports(file).filter(({ to, isTypeOnly }) => to.startsWith('src/') && !isTypeOnly))
    expect(values, 'move a value that both need to packages/contract').toEqual([])
    const reaching = shipped.filter(file => getImports(file).some(({ to }) => to.startsWith('mocks/')))
    const isPanel = (path: string) => path.startsWith('src/devtools/')
    const others = reaching.map(({ path }) => path).filter(path => !isPanel(path))
    expect(others, 'call the API instead: production builds are without the mocks').toEqual(['src/main.tsx'])
    const panelValues = reaching
      .filter(({ path }) => isPanel(path))
      .flatMap(file =>
        getImports(file).filter(({ to, isTypeOnly }) => to.startsWith('mocks/') && !isTypeOnly),
      )
    // Recordings are also made with a real server.
    const names = panelValues.map(({ to }) => to)
    expect(names, 'use the controls of src/devtools/controls.ts').toEqual(['mocks/recordings/make-recording'])
  })

  test('few files import the OpenAPI packages that will be replaced', () => {
    const users = sources.filter(
      file =>
        !isTest(file.path) && getImports(file).some(({ to }) => /^openapi-(?:fetch|msw|typescript)/.test(to)),
    )
    const paths = users.map(({ path }) => path).sort()
    expect(paths, 'use q(), mutation() or a type of packages/contract/schema.gen instead').toEqual([
      'bench/floor/main.tsx',
      'mocks/hosts/node.ts',
      'scripts/generate/write-client.ts',
      'src/api/auth-middleware.ts',
      'src/api/client.ts',
      'src/api/query.ts',
    ])
  })
})

describe('source files', () => {
  const lines = ({ text }: SourceFile) => text.split('\n').length - 1

  test('no file has over 400 lines', () => {
    const long = sources.filter(file => lines(file) > 400).map(file => `${file.path}: ${lines(file)} lines`)
    expect(long, 'Move a part that is a subject of its own to another file').toEqual([])
  })

  test('folders are at most 3 deep under src', () => {
    const deep = shipped.filter(({ path }) => path.split('/').length > 5).map(({ path }) => path)
    expect(deep, 'move the folder up, or its files into the folder above').toEqual([])
  })

  test.each([
    [
      'an HTML sink',
      'render elements, or Markdown by src/ui/markdown',
      /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|rehype-raw/,
    ],
    ['code from text', 'call a function', /\beval\(|new Function\(|setTimeout\(\s*['"`]/],
    ['a cast to any', 'check the value, for example by isRecord()', /\bas any\b|: any\b/],
  ])('X09 no file holds %s', (_, advice, pattern) => {
    const found = shipped.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path)
    expect(found, `instead of what matches ${pattern}, ${advice}`).toEqual([])
  })

  test('LANG-07 dates, numbers, sizes and money are formatted by one module', () => {
    const others: Record<string, string> = {
      'src/api/config.ts': 'validates a time zone',
      'src/features/leaderboard/rows.ts': 'sorts names',
      'src/ui/avatar.tsx': 'takes whole characters',
      'src/api/start-session.ts': 'loads the first format early',
      'src/lib/zoned-time.ts': 'the platform’s time zone, the same in every language',
    }
    const isWriting = ({ text }: SourceFile) => /\bIntl\.\w+\(|\.toLocale\w*\(/.test(withoutComments(text))
    const writers = shipped.filter(isWriting).map(({ path }) => path)
    expect(writers.sort(), 'use a function of src/lib/format.ts, or add one there').toEqual(
      ['src/lib/format.ts', ...Object.keys(others)].sort(),
    )
  })

  test('LANG-04 Russian text is in the locales only', () => {
    // Names of languages and patterns have fewer letters.
    const hasWords = ({ text }: SourceFile) => /[А-Яа-яЁё]{3,}/.test(withoutComments(text))
    const paths = shipped.filter(hasWords).map(({ path }) => path)
    expect(paths, 'move the text to src/i18n/locales, in both languages').toEqual([
      // For browsers that cannot run the application.
      'src/boot/old-browser.ts',
      // The messages for when the locale files fail to load.
      'src/i18n/crash-messages.ts',
      // The abbreviation of Moscow's time zone, which Intl lacks.
      'src/lib/format.ts',
      // Patterns for names of categories, which come from the server.
      'src/ui/signals.ts',
    ])
  })
})
