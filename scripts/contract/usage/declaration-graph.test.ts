import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { DeclarationGraph } from './declaration-graph'
import { Screens } from './screens'

const sourcesOf = (texts: Record<string, string>) =>
  new Map(
    Object.entries(texts).map(([path, text]) => [
      path,
      ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true),
    ]),
  )

const route = (id: string, uses: string, from: string) =>
  `import { ${uses} } from '${from}'
export const Route = createFileRoute('${id}')({ component: () => ${uses}() })`

const texts = {
  'src/api/session.ts': `export const makeSession = (client) => {
  const shared = helper()
  return { login() { return client.POST('/login') }, leave: () => client.POST('/leave') }
}
const helper = () => 1`,
  'src/api/api.ts': `import { makeSession } from './session'
export const api = { session: makeSession() }`,
  'src/queries/groups.ts': `export const listQuery = () => 'list'
export const groupQuery = () => 'group'`,
  'src/features/list/list.tsx': `import { listQuery } from '../../queries/groups'
export const List = () => listQuery()`,
  'src/features/group/group.tsx': `import { groupQuery } from '../../queries/groups'
export const Group = () => groupQuery()`,
  'src/features/group/tools.tsx': `export const Tools = () => 1
export const Other = () => 2`,
  'src/features/login/login.tsx': `import { api } from '../../api/api'
export const Login = () => api.session.login()`,
  'src/features/menu/menu.tsx': `import { api } from '../../api/api'
export const Menu = () => { const { leave } = api.session; return leave() }`,
  'src/routes/_protected.tsx': `import { Menu } from '../features/menu/menu'
export const Route = createFileRoute('/_protected')({ component: Menu })`,
  'src/routes/-parts.tsx': `export const Part = lazyPart(() => import('../features/group/tools').then(part => part.Tools))`,
  'src/routes/_protected/list.tsx': route('/_protected/list', 'List', '../../features/list/list'),
  'src/routes/_protected/group.$id.index.tsx': `import { Group } from '../../features/group/group'
import { Part } from '../-parts'
export const Route = createFileRoute('/_protected/group/$id/')({ component: [Group, Part] })`,
  'src/routes/_guest/login.tsx': route('/_guest/login', 'Login', '../../features/login/login'),
}
const sources = sourcesOf(texts)
const graph = new DeclarationGraph(sources)
const screens = new Screens(sources, graph)

const screensOf = (path: keyof typeof texts, words: string) =>
  screens.of(graph.at(path, texts[path].indexOf(words)))

describe('screens of a declaration', () => {
  test('are routes without layout names', () =>
    expect(screens.all).toEqual(['/group/$id', '/list', '/login']))

  test('include only the users of a function, not of its whole file', () => {
    expect(screensOf('src/queries/groups.ts', "'list'")).toEqual(['/list'])
    expect(screensOf('src/queries/groups.ts', "'group'")).toEqual(['/group/$id'])
  })

  test('follow lazy imports', () => {
    expect(screensOf('src/features/group/tools.tsx', '1')).toEqual(['/group/$id'])
    expect(screensOf('src/features/group/tools.tsx', '2')).toEqual([])
  })

  test('of a layout include all its child routes', () =>
    expect(screensOf('src/features/menu/menu.tsx', 'leave()')).toEqual(['/group/$id', '/list']))

  test('of a session member are those that use it, of shared code all', () => {
    expect(screensOf('src/api/session.ts', "'/login'")).toEqual(['/login'])
    expect(screensOf('src/api/session.ts', "'/leave'")).toEqual(['/group/$id', '/list'])
    expect(screensOf('src/api/session.ts', '=> 1')).toEqual(['/group/$id', '/list', '/login'])
  })

  test("of the application's entry are all screens", () => {
    const withStart = sourcesOf({ ...texts, 'src/main.tsx': 'boot()\nfunction boot() {}' })
    const others = new DeclarationGraph(withStart)
    expect(new Screens(withStart, others).of(others.at('src/main.tsx', 10))).toEqual(screens.all)
  })
})
