import { describe, expect, test } from 'vitest'
import { importsOf, isGenerated, isTest, type SourceFile, sourceFiles } from '../../scripts/lib/source-files'

/**
 * The house of CONTRIBUTING.md as a test: imports go one way, files stay small, each thing in its room.
 */
const written = sourceFiles('src', 'mocks', 'scripts', 'e2e', 'bench', 'deploy').filter(
  ({ path }) => !isGenerated(path),
)
const shipped = written.filter(({ path }) => path.startsWith('src/') && !isTest(path))

const roomOf = (path: string): string => {
  if (!path.startsWith('src/')) return path.split('/')[0] ?? path
  const [, room = '', rest] = path.split('/')
  return rest === undefined ? room.replace(/\.tsx?$/, '') : room
}

/** What each room may import beside itself. */
const allowed: Record<string, string[]> = {
  lib: [],
  ui: ['lib'],
  api: ['lib'],
  i18n: ['lib', 'api'],
  queries: ['lib', 'api'],
  features: ['lib', 'ui', 'api', 'i18n', 'queries'],
  routes: ['lib', 'ui', 'api', 'i18n', 'queries', 'features'],
  // The terminal's own document: it shares nothing with the application but the words of their channel.
  terminal: ['lib'],
  // The developers' strip and what it observes: no part of the production build, and nothing there knows of it.
  devtools: ['lib', 'ui', 'i18n', 'mocks/control', 'mocks/recordings', 'scripts/lib'],
  'route-tree.gen': ['routes'],
  router: ['lib', 'api', 'i18n', 'features', 'routes', 'route-tree.gen'],
  app: ['ui', 'i18n', 'router'],
  main: ['lib', 'ui', 'api', 'queries', 'i18n', 'router', 'app', 'mocks', 'devtools'],
  // The public pages and the frame of all others, rendered in Node by the build.
  prerender: ['lib', 'ui', 'api', 'i18n', 'router', 'app'],
  mocks: ['scripts/lib', 'src/api/schema.gen'],
  scripts: [
    'deploy',
    'mocks/recordings/make-recording',
    'src/api/schema.gen',
    'src/lib/cookie',
    'src/lib/languages',
    'src/prerender',
  ],
  // Which languages a page is rendered ahead in, and may be chosen by a cookie.
  deploy: ['src/lib/languages'],
  bench: [
    'mocks/handlers.gen',
    'mocks/mutate',
    'mocks/operations',
    'mocks/operations.gen',
    'mocks/run-operation',
    'mocks/samplers.gen',
    'mocks/server/platform-server',
    'mocks/server/start',
    'mocks/platform/data/huge-groups',
    'mocks/platform/personas',
    'mocks/platform/sessions',
    'mocks/platform/tables',
    'mocks/platform/db',
    'deploy/write-nginx',
    'scripts/compress-build',
    'scripts/contract',
    'scripts/lib',
    'scripts/preview',
    'scripts/browser-tools',
    'src/lib/file-name',
    'src/lib/redirect',
    'src/test/bad-inputs',
    'src/ui/markdown',
  ],
  e2e: [
    'mocks/browser',
    'mocks/server/start',
    'mocks/views/attempt-view',
    'mocks/platform/data/huge-groups',
    'mocks/platform/exam-events',
    'mocks/platform/faults',
    'mocks/platform/leaderboard',
    'mocks/platform/personas',
    'scripts/lib',
    'scripts/preview',
    'deploy/headers',
    'deploy/inner-locations',
    'deploy/write-nginx',
    'src/api/operations.gen',
    // What may stand in the browser's storage is what the application itself has registered.
    'src/lib/storage',
    // A few rounds of the soak are a journey of every run; the rounds and their judgement are the same.
    'bench/soak',
  ],
}

const isOwn = (to: string) => /^(?:src|mocks|scripts|deploy|e2e|bench|openapi)\//.test(to)

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

const wrongImports = ({ path, text }: SourceFile): string[] => {
  const from = roomOf(path)
  const may = allowed[from]
  if (!may) return [`${path} stands in the room ${from}, which the house does not have`]
  return importsOf({ path, text })
    .filter(({ to }) => isOwn(to))
    .filter(({ to }) => {
      const room = roomOf(to)
      return room !== from && !may.some(one => one === room || to === one || to.startsWith(`${one}/`))
    })
    .map(({ to }) => `${path} imports ${to}`)
}

describe('imports go one way', () => {
  test('every room imports only the rooms below it', () => {
    const files = written.filter(({ path }) => !isTest(path))
    expect(files.flatMap(wrongImports)).toEqual([])
  })

  test('no feature imports a feature', () => {
    const crossing = shipped
      .filter(({ path }) => path.startsWith('src/features/'))
      .flatMap(file => {
        const own = file.path.split('/').slice(0, 3).join('/')
        return importsOf(file)
          .filter(({ to }) => to.startsWith('src/features/') && !to.startsWith(`${own}/`))
          .map(({ to }) => `${file.path} imports ${to}`)
      })
    expect(crossing).toEqual([])
  })

  test('the mocks take types alone from the client, and only main.tsx reaches the mocks', () => {
    const values = written
      .filter(({ path }) => path.startsWith('mocks/') && !isTest(path))
      .flatMap(file => importsOf(file).filter(({ to, isTypeOnly }) => to.startsWith('src/') && !isTypeOnly))
    expect(values).toEqual([])
    const reaching = shipped.filter(file => importsOf(file).some(({ to }) => to.startsWith('mocks/')))
    const isPanel = (path: string) => path.startsWith('src/devtools/')
    expect(reaching.map(({ path }) => path).filter(path => !isPanel(path))).toEqual(['src/main.tsx'])
    const panelValues = reaching
      .filter(({ path }) => isPanel(path))
      .flatMap(file => importsOf(file).filter(({ to, isTypeOnly }) => to.startsWith('mocks/') && !isTypeOnly))
    // A recording is made where no platform is simulated, too.
    expect(panelValues.map(({ to }) => to)).toEqual(['mocks/recordings/make-recording'])
  })

  test('the drift check knows nothing of the drifts that it is measured by', () => {
    const measured = written.filter(({ path }) => /^scripts\/(?:contract|lib)\//.test(path) && !isTest(path))
    const drifting = measured.filter(file => importsOf(file).some(({ to }) => /^(?:mocks|bench)\//.test(to)))
    expect(drifting.map(({ path }) => path)).toEqual([])
  })

  test('Base UI is wrapped in src/ui and nowhere else', () => {
    const users = shipped.filter(file => importsOf(file).some(({ to }) => to.startsWith('@base-ui/')))
    expect(users.filter(({ path }) => !path.startsWith('src/ui/')).map(({ path }) => path)).toEqual([])
  })
})

describe('the code stays small and plain', () => {
  const lines = ({ text }: SourceFile) => text.split('\n').length - 1

  test('no file has over 400 lines', () => {
    expect(written.filter(file => lines(file) > 400).map(({ path }) => path)).toEqual([])
  })

  test('folders are at most 3 deep under src', () => {
    expect(shipped.filter(({ path }) => path.split('/').length > 5).map(({ path }) => path)).toEqual([])
  })

  test.each([
    ['an HTML sink', /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|rehype-raw/],
    ['code from text', /\beval\(|new Function\(|setTimeout\(\s*['"`]/],
    ['a cast to any', /\bas any\b|: any\b/],
  ])('X09 no file holds %s', (_, pattern) => {
    expect(shipped.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path)).toEqual(
      [],
    )
  })

  test('fetch is called in src/api alone', () => {
    const callers = shipped.filter(({ text }) => /(?<![.\w])fetch\(|globalThis\.fetch\(/.test(text))
    expect(callers.filter(({ path }) => !path.startsWith('src/api/')).map(({ path }) => path)).toEqual([])
  })

  test('time comes from the one clock', () => {
    const own = new Set(['src/lib/clock.ts'])
    const readers = shipped.filter(({ text }) => /Date\.now\(|setTimeout\(|setInterval\(/.test(text))
    expect(readers.filter(({ path }) => !own.has(path)).map(({ path }) => path)).toEqual([])
  })

  test('LANG-07 dates, numbers, sizes and money are written for people by one module', () => {
    const others: Record<string, string> = {
      'src/api/config.ts': 'asks whether a zone is one',
      'src/features/exam-ledger/zone-time.ts': 'a document of evidence, the same in every language',
      'src/features/leaderboard/name-order.ts': 'puts names in order',
      'src/lib/business-days.ts': 'computes the day that it is in a zone',
    }
    const isWriting = ({ text }: SourceFile) => /\bIntl\.\w+\(|\.toLocale\w*\(/.test(withoutComments(text))
    const writers = shipped.filter(isWriting).map(({ path }) => path)
    expect(writers.sort()).toEqual(['src/lib/format.ts', ...Object.keys(others)].sort())
  })

  test('LANG-04 Russian words stand in the locales alone', () => {
    // A language names itself in its own letters, and a pattern may name letters.
    const hasWords = ({ text }: SourceFile) => /[А-Яа-яЁё]{3,}/.test(withoutComments(text))
    // The one sentence that must be said when the locales do not come.
    expect(shipped.filter(hasWords).map(({ path }) => path)).toEqual(['src/i18n/crash-text.ts'])
  })
})
