import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContractCopies } from './contract-copies'
import { folder, newNode, project } from './install'

/** Something that is started cold again and again. */
export type Target = {
  readonly name: string
  /** What it writes. */
  readonly output: string
  /** Node by which it runs. */
  readonly node: string
  readonly parts: readonly string[]
  /** Where it writes; undefined where nothing is written. */
  readonly out?: string
}

export const ownName = 'Flagship, all but types'
export const checkName = 'Flagship, generate --check'
/** The starter of `generate.cjs` itself, with nothing to do: the loader of modules, timed beside it, takes twice as long. */
export const emptyName = 'tsx/cjs on an empty file'

const ownNode = process.execPath
const own = fileURLToPath(new URL('./own.ts', import.meta.url))

function ownTargets(): Target[] {
  // As `npm run generate` starts: scripts/generate.cjs.
  const start = write(
    'start.cjs',
    "require('node:module').enableCompileCache?.()\nrequire('tsx/cjs')\nrequire(process.argv[2])\n",
  )
  const empty = write('empty.ts', 'export {}\n')
  const target = (name: string, what: string, output: string, node: string): Target => {
    const out = outOf(name)
    return { name, output, node, out, parts: [start, own, what, out] }
  }
  const output = 'operations, handlers, samplers, validators'
  return [
    { name: 'tsx on an empty file', output: '', node: ownNode, parts: ['--import', 'tsx', empty] },
    { name: emptyName, output: '', node: ownNode, parts: [start, empty] },
    { name: checkName, output: '', node: ownNode, parts: ['scripts/generate.cjs', '--check'] },
    target(ownName, 'rest', output, ownNode),
    target(`${ownName}, Node 24`, 'rest', output, newNode),
    target('openapi-typescript, by Flagship', 'types', 'types', ownNode),
    target('Flagship, everything', 'all', `types, ${output}`, ownNode),
  ]
}

/** What each peer writes into its own folder, as its manual says. */
function peerTargets(copies: ContractCopies): Target[] {
  const bin = (path: string) => join(folder, 'node_modules', path)
  const target = (name: string, output: string, node: string, partsOf: (out: string) => string[]): Target => {
    const out = outOf(name)
    return { name, output, node, out, parts: partsOf(out) }
  }
  return [
    target('orval', 'types, hooks, msw, faker', newNode, out => [
      bin('orval/dist/bin/orval.mjs'),
      '--config',
      config('orval', {
        api: {
          input: { target: copies['as it is'] },
          output: {
            mode: 'split',
            target: join(out, 'client.ts'),
            client: 'react-query',
            mock: { generators: [{ type: 'msw', generateEachHttpStatus: true }, { type: 'faker' }] },
          },
        },
      }),
    ]),
    target('hey-api', 'types, sdk, hooks, msw, faker', newNode, out => [
      bin('@hey-api/openapi-ts/bin/run.js'),
      '--file',
      config('hey-api', {
        input: copies['as it is'],
        output: out,
        plugins: ['@hey-api/typescript', '@hey-api/sdk', '@tanstack/react-query', '@faker-js/faker', 'msw'],
        logs: { file: false },
      }),
    ]),
    target('msw-auto-mock', 'msw', ownNode, out => [
      bin('msw-auto-mock/bin/cli.js'),
      copies['labelled 3.1.0'],
      '--output',
      out,
      '--typescript',
      ...['--base-url', 'http://localhost/api'],
    ]),
    target('Redocly generate-client', 'types, client, zod, hooks, msw', ownNode, out => [
      join(project, 'node_modules/@redocly/cli/bin/cli.js'),
      'generate-client',
      copies['as it is'],
      '--output',
      join(out, 'client.ts'),
      ...['typescript', 'zod', 'tanstack-query', 'mock'].flatMap(name => ['--generator', name]),
      ...['--mock-data', 'faker', '--mock-seed', '1'],
    ]),
    target("oxide's generator", 'types, client, zod, msw', newNode, out => [
      bin('@oxide/openapi-gen-ts/dist/index.cjs'),
      copies['in 3.0'],
      out,
      ...['--features', 'zod,msw'],
    ]),
  ]
}

/** Everything that is timed; making the list writes what the peers are configured by. */
export function targetsFor(copies: ContractCopies): Target[] {
  return [...ownTargets(), ...peerTargets(copies)]
}

export function outOf(name: string): string {
  return join(folder, 'out', name.replaceAll(/[^A-Za-z0-9]+/g, '-'))
}

function config(name: string, value: unknown): string {
  return write(`${name}.config.mjs`, `export default ${JSON.stringify(value, null, 2)}\n`)
}

function write(name: string, text: string): string {
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, text)
  return file
}
