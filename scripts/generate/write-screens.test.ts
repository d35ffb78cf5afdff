import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadContract } from '../../packages/contract/load-contract'
import { writeScreens } from './write-screens'

const route = (id: string, uses: string, from: string) => `import { ${uses} } from '${from}'
export const Route = createFileRoute('${id}')({ component: ${uses} })`

const client = {
  'src/api/session.ts': `export const session = { login: () => client.POST('/auth/login', {}) }`,
  'src/api/query.ts': `import { session } from './session'
export const q = (id: string) => [session, id]`,
  'src/api/queries.ts': `import { q } from './query'
export const boardQuery = () => q('getLeaderboard')
export const taskQuery = () => q('getTask')
export const hint = () => 'takeHint'`,
  'src/features/list.tsx': `import { boardQuery, taskQuery } from '../api/queries'
export const Board = () => boardQuery()
const inner = () => taskQuery()
export const Task = () => inner()`,
  'src/features/public.ts': `export { Task as PublicTask } from './list'`,
  'src/features/lazy.ts': `export const Lazy = load(() => import('./list').then(page => page.Board))`,
  'src/features/frame.ts': `export const Frame = () => mutation('sendFeedback')`,
  'src/features/list.test.tsx': `export const test = () => q('getGroup')`,
  'src/routes/_protected.ts': route('/_protected', 'Frame', '../features/frame'),
  'src/routes/_protected/board.ts': route('/_protected/board', 'Board', '../../features/list'),
  'src/routes/_protected/task.ts': route('/_protected/task/', 'PublicTask', '../../features/public'),
  'src/routes/_guest/lazy.ts': route('/_guest/lazy', 'Lazy', '../../features/lazy'),
  'src/routes/framed.ts': route('/framed', 'Frame', '../features/frame'),
  'src/routes/other.ts': `import { Route as TaskRoute } from './_protected/task'
${route('/other', 'hint', '../api/queries')}
export const id = () => TaskRoute.id`,
}

const root = mkdtempSync(join(tmpdir(), 'screens-'))
for (const [path, content] of Object.entries(client)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
afterAll(() => rmSync(root, { recursive: true }))

const screens = JSON.parse(writeScreens(root, loadContract('openapi')).text)

test.each([
  ['a call of a function, not of its file, through a public file', 'getTask', ['/task']],
  ['a name that is imported lazily', 'getLeaderboard', ['/board', '/lazy']],
  ['the session, which most pages reach', 'login', []],
  ['what a layout shows, also on a page that shows it itself', 'sendFeedback', []],
  ['a name without a call', 'takeHint', []],
  ['a test', 'getGroup', []],
])('the pages of %s', (_, operation, pages) => expect(screens[operation]).toEqual(pages))
