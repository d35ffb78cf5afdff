import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { collectUses, getUses, hashTypes } from '../../packages/drift/usage/usage-map'
import { computeUsage, schemaPath, schemaProperties } from './compute-usage'

const route = (id: string, uses: string, from: string) => `import { ${uses} } from '${from}'
declare const createFileRoute: (path: string) => (options: object) => object
export const Route = createFileRoute('${id}')({ component: ${uses} })`

const client = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "lib": ["ES2022"], "target": "ES2022" } }',
  [schemaPath]: `export interface components {
  schemas: {
    User: { name: string; email?: string; age: number; phone: string; city: string; zip: string; login: string };
  };
}
export type User = components['schemas']['User']`,
  'src/api/session.ts': `import type { User } from '../../packages/contract/schema.gen'
type Session = { enter(user: User): string; leave(user: User): string }
export const createSession = (): Session => {
  return { enter: user => user.login, leave(user) { return user.zip } }
}`,
  'src/api/api.ts': `import { createSession } from './session'
export const api = { session: createSession() }`,
  'src/features/list.ts': `import type { User } from '../../packages/contract/schema.gen'
export const read = (user: User) => user.name
export const take = ({ email: address }: Pick<User, 'email'>) => address
export const pass = (user: User) => read(user)
const unused = (user: User) => user.city`,
  'src/features/guess.ts':
    'export const guess = (raw: Record<string, unknown>) => [raw.name, raw.phone, raw.zip]',
  'src/features/lazy.ts': `export const load = () => import('./guess').then(part => part.guess)`,
  'src/features/menu.ts': `import { api } from '../api/api'
export const Menu = () => { const { leave } = api.session; return leave }`,
  'src/features/login.ts': `import { api } from '../api/api'
export const Login = () => api.session.enter`,
  'src/routes/_protected.ts': route('/_protected', 'Menu', '../features/menu'),
  'src/routes/_protected/list.ts': route('/_protected/list', 'read', '../../features/list'),
  'src/routes/_protected/other.ts': route('/_protected/other', 'take', '../../features/list'),
  'src/routes/_guest/login.ts': route('/_guest/login', 'Login', '../../features/login'),
  'src/routes/guess.ts': route('/guess', 'load', '../features/lazy'),
}

const root = mkdtempSync(join(tmpdir(), 'usage-'))
for (const [path, content] of Object.entries(client)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
const map = computeUsage(root, [])
rmSync(root, { recursive: true })
const read = (name: string, section: 'properties' | 'named' = 'properties') =>
  collectUses(getUses(map, section, `User/${name}`))

describe('the usage map', () => {
  test('has the screens without layout names', () =>
    expect([...new Set(Object.values(map.screenSets).flat())].sort()).toEqual([
      '/guess',
      '/list',
      '/login',
      '/other',
    ]))

  test.each([
    ['name', ['src/features/list.ts'], ['/list']],
    ['email', ['src/features/list.ts'], ['/other']],
    ['city', ['src/features/list.ts'], []],
    ['age', [], []],
  ])('follows the users of a function, not of its file: %s', (name, files, screens) =>
    expect(read(name)).toEqual({ files, screens }),
  )

  test('follows the members of the session, and a layout to the routes below it', () => {
    expect(read('login')).toEqual({ files: ['src/api/session.ts'], screens: ['/login'] })
    expect(read('zip')).toEqual({ files: ['src/api/session.ts'], screens: ['/list', '/other'] })
  })

  test('guesses what is read from untyped values, through a lazy import', () =>
    expect(read('phone', 'named')).toEqual({ files: ['src/features/guess.ts'], screens: ['/guess'] }))
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

test('names properties by their schema and path', () => {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2022, true)
  expect([...new Set(schemaProperties(file).values())]).toEqual([
    'User/name',
    'User/first-name',
    'Group/exam',
    'Group/exam/hours',
    'Group/tasks',
    'Group/tasks/*/title',
    'startLab 409/detail',
    'startLab 409/running',
  ])
})

test('a new type changes the hash, a new description does not', () => {
  expect(hashTypes(text.replace('A user.', 'Another\n * user.'))).toBe(hashTypes(text))
  expect(hashTypes(text.replace('hours: number', 'hours: string'))).not.toBe(hashTypes(text))
})
