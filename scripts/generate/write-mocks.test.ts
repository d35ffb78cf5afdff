import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import { loadTorture } from '../../packages/contract/validator/test-exchanges'
import { generateFiles } from './generate-project'

const complete = `
import type { MockOperations } from './handlers.gen'

const merged = { id: 1, score: 3, label: 'flag', extra: 'x' }
export const handlers = {
  listThings: 'generated',
  createThing: ({ form, user, now }) => ({ status: 201, body: { ...merged, label: String(form.get('text')) + user.id + now } }),
  changeThing: ({ params, body }) =>
    params.thing_id > 1
      ? { status: 200, body: { ...merged, label: body?.label ?? '' }, headers: { 'x-seen': 'yes' } }
      : { status: 403, body: { detail: 'locked' } },
  deleteThing: () => ({ status: 204, cookies: ['refresh_token=; Max-Age=0'] }),
  getSpecialThing: async () => ({ status: 200, body: null }),
  listGroupThings: ({ params }) => ({ status: 200, body: { [params.group]: [1], other: [] } }),
  readNotes: () => ({ status: 200, body: 'A note.' }),
  downloadThing: () => ({ status: 200, body: new Uint8Array(4) }),
} satisfies MockOperations
`

/** A replacement in the complete handlers, and what the compiler must report. */
const mistakes: readonly (readonly [name: string, passage: string, replacement: string, mention: string])[] =
  [
    ['a deleted handler', "  readNotes: () => ({ status: 200, body: 'A note.' }),\n", '', 'readNotes'],
    [
      'a handler for no operation',
      "listThings: 'generated',",
      "listThings: 'generated', listThing: 'generated',",
      'listThing',
    ],
    ['an undocumented status', 'status: 403,', 'status: 418,', '418'],
    ['an undocumented detail', "detail: 'locked'", "detail: 'too late'", 'too late'],
    ['a missing field', 'id: 1, score: 3,', 'score: 3,', 'id'],
    ['a body in an empty answer', '{ status: 204,', '{ status: 204, body: {},', 'undefined'],
    ['a forgotten body', "status: 200, body: 'A note.'", 'status: 200', 'body'],
    ['a parameter of another name', 'params.group', 'params.groupId', 'groupId'],
    [
      'the user of a public call',
      'async () =>',
      'async ({ user }) => user.id ? { status: 200, body: null } :',
      'undefined',
    ],
    [
      'the form of a JSON call',
      '({ params, body }) =>',
      "({ params, body, form }) => form.get('a') ? { status: 403, body: { detail: 'locked' } } :",
      'undefined',
    ],
  ]

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Files that overlay the project's own, so that the torture contract compiles against the real `packages/contract`. */
const overlay = new Map<string, string>()
let problems = new Map<string, string[]>()

function lay(path: string, text: string): void {
  overlay.set(join(root, path), text)
}

beforeAll(async () => {
  for (const { path, text } of await generateFiles(loadTorture())) {
    if (path.endsWith('.ts')) lay(path, text)
  }
  lay('mocks/platform/db.ts', 'export type Db = { tables: string[] }\nexport type UserRow = { id: number }\n')
  lay('mocks/complete.ts', complete)
  mistakes.forEach(([, passage, replacement], index) => {
    lay(`mocks/mistake-${index}.ts`, complete.replace(passage, replacement))
  })
  problems = compileAll()
}, 60_000)

/** Compiler errors of the overlaid files under the project's settings. */
function compileAll(): Map<string, string[]> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = path => overlay.has(path) || fileExists(path)
  host.readFile = path => overlay.get(path) ?? readFile(path)
  host.getSourceFile = (path, target, ...rest) => {
    const laid = overlay.get(path)
    return laid === undefined ? getSourceFile(path, target, ...rest) : ts.createSourceFile(path, laid, target)
  }
  const program = ts.createProgram([...overlay.keys()], { ...options, incremental: false, types: [] }, host)
  const found = new Map<string, string[]>()
  for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
    const path = file ? relative(root, file.fileName) : ''
    found.set(path, [...(found.get(path) ?? []), ts.flattenDiagnosticMessageText(messageText, ' ')])
  }
  return found
}

test('generated files and complete handlers compile under the strict settings', () => {
  const others = [...problems].filter(([path]) => !path.startsWith('mocks/mistake-'))
  expect(others).toEqual([])
})

test.each(mistakes.map((mistake, index) => [...mistake, index] as const))(
  '%s does not compile',
  (_, passage, __, mention, index) => {
    expect(complete).toContain(passage)
    expect(problems.get(`mocks/mistake-${index}.ts`)?.join('\n')).toContain(mention)
  },
)

test('literal paths come before parameters', () => {
  const text = overlay.get(join(root, 'mocks/handlers.gen.ts')) ?? ''
  const paths = [...text.matchAll(/http\.(\w+).*?\$\{base\}([^`]*)`/g)].map(
    match => `${match[1]} ${match[2]}`,
  )
  expect(paths).toEqual([
    'get /notes',
    'get /things',
    'post /things',
    'get /things/special',
    'delete /things/:thing_id',
    'patch /things/:thing_id',
    'get /things/:thing_id/file',
    'get /:group/things',
  ])
})
