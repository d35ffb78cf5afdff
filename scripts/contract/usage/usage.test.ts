import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { computeUsage, schemaPath, schemaProperties } from './compute-usage'
import { DeclarationGraph, Screens } from './declaration-graph'
import { collectUses, getUses, hashTypes } from './usage-map'

const getSources = (files: Record<string, string>) =>
  new Map(
    Object.entries(files).map(([path, text]) => [
      path,
      ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true),
    ]),
  )

const route = (id: string, uses: string, from: string) =>
  `import { ${uses} } from '${from}'
export const Route = createFileRoute('${id}')({ component: () => ${uses}() })`

const files = {
  'src/api/session.ts': `export const makeSession = (client) => {
  const shared = helper()
  return { login() { return client.POST('/login') }, leave: () => client.POST('/leave') }
}
const helper = () => 1`,
  'src/api/api.ts': `import { makeSession } from './session'
export const api = { session: makeSession() }`,
  'src/api/queries/groups.ts': `export const listQuery = () => 'list'
export const groupQuery = () => 'group'`,
  'src/features/list/list.tsx': `import { listQuery } from '../../api/queries/groups'
export const List = () => listQuery()`,
  'src/features/group/group.tsx': `import { groupQuery } from '../../api/queries/groups'
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
const sources = getSources(files)
const graph = new DeclarationGraph(sources)
const screens = new Screens(sources, graph)

const getScreens = (path: keyof typeof files, search: string) =>
  screens.of(graph.at(path, files[path].indexOf(search)))

describe('screens of a declaration', () => {
  test('are routes without layout names', () =>
    expect(screens.all).toEqual(['/group/$id', '/list', '/login']))

  test('include only the users of a function, not of its whole file', () => {
    expect(getScreens('src/api/queries/groups.ts', "'list'")).toEqual(['/list'])
    expect(getScreens('src/api/queries/groups.ts', "'group'")).toEqual(['/group/$id'])
  })

  test('follow lazy imports', () => {
    expect(getScreens('src/features/group/tools.tsx', '1')).toEqual(['/group/$id'])
    expect(getScreens('src/features/group/tools.tsx', '2')).toEqual([])
  })

  test('of a layout include all its child routes', () =>
    expect(getScreens('src/features/menu/menu.tsx', 'leave()')).toEqual(['/group/$id', '/list']))

  test('of a session member are those that use it, of shared code all', () => {
    expect(getScreens('src/api/session.ts', "'/login'")).toEqual(['/login'])
    expect(getScreens('src/api/session.ts', "'/leave'")).toEqual(['/group/$id', '/list'])
    expect(getScreens('src/api/session.ts', '=> 1')).toEqual(['/group/$id', '/list', '/login'])
  })

  test("of the application's entry are all screens", () => {
    const withStart = getSources({ ...files, 'src/main.tsx': 'boot()\nfunction boot() {}' })
    const others = new DeclarationGraph(withStart)
    expect(new Screens(withStart, others).of(others.at('src/main.tsx', 10))).toEqual(screens.all)
  })
})

const text = `export interface components {
    schemas: {
        /** @description A user. */
        User: { name: string; "first-name"?: string };
        Group: components["schemas"]["User"] & {
            exam?: { hours: number };
            tasks: { title: string }[];
        };
        Kind: "a" | "b";
    };
}
export interface operations {
    startLab: {
        responses: {
            200: { content: { "application/json": components["schemas"]["User"] } };
            409: { content: { "application/json": { detail: string } | { detail: "x"; running?: string } } };
        };
    };
}`
const keys = new Set(
  schemaProperties(ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2022, true)).values(),
)

test('names properties by their schema and path', () =>
  expect([...keys]).toEqual([
    'User/name',
    'User/first-name',
    'Group/exam',
    'Group/exam/hours',
    'Group/tasks',
    'Group/tasks/*/title',
    'startLab 409/detail',
    'startLab 409/running',
  ]))

test('a new type changes the hash, a new description does not', () => {
  expect(hashTypes(text.replace('A user.', 'Another\n * user.'))).toBe(hashTypes(text))
  expect(hashTypes(text.replace('hours: number', 'hours: string'))).not.toBe(hashTypes(text))
})

test('finds the files that read a property, and their screens', () => {
  const root = mkdtempSync(join(tmpdir(), 'usage-'))
  const client = {
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "lib": ["ES2022"], "target": "ES2022" } }',
    [schemaPath]: `export interface components {
      schemas: { User: { name: string; email?: string; age: number; phone: string } }
    }
    export type User = components['schemas']['User']`,
    'src/features/a.ts': `import type { User } from '../api/schema.gen'
export const read = (user: User) => user.name
export const take = ({ email: address }: Pick<User, 'email'>) => address
export const pass = (user: User) => read(user)`,
    'src/features/b.ts': `export const guess = (value: Record<string, unknown>) => [value.name, value.phone]`,
    'src/routes/list.ts': `import { read } from '../features/a'
declare const createFileRoute: (path: string) => (options: object) => object
export const Route = createFileRoute('/list')({ component: read })`,
    'src/routes/other.ts': `import { take } from '../features/a'
import { guess } from '../features/b'
declare const createFileRoute: (path: string) => (options: object) => object
export const Route = createFileRoute('/other')({ component: take, other: guess })`,
  }
  for (const [path, content] of Object.entries(client)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const map = computeUsage(root, [])
  rmSync(root, { recursive: true })
  const read = (section: 'properties' | 'named', key: string) => collectUses(getUses(map, section, key))
  expect(read('properties', 'User/name')).toEqual({ files: ['src/features/a.ts'], screens: ['/list'] })
  expect(read('properties', 'User/email')).toEqual({ files: ['src/features/a.ts'], screens: ['/other'] })
  expect(read('properties', 'User/age')).toEqual({ files: [], screens: [] })
  expect(read('named', 'User/phone')).toEqual({ files: ['src/features/b.ts'], screens: ['/other'] })
})
