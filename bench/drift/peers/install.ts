import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../node_modules/.cache/drift-peers', import.meta.url))
const packages = ['@useoptic/optic@1.0.9', '@stoplight/prism-cli@5.14.2']
const ownBin = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url))

export const redocly = `${ownBin}/redocly`
export const optic = `${folder}/node_modules/.bin/optic`
export const prism = `${folder}/node_modules/.bin/prism`

/** Installs the tools on first use; rejects without access to the registry. */
export async function installPeers(): Promise<void> {
  if (existsSync(optic) && existsSync(prism)) return
  mkdirSync(folder, { recursive: true })
  const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefix', folder]
  await run('npm', ['install', ...flags, ...packages], folder)
}

const quiet = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  OPTIC_TELEMETRY_LEVEL: 'off',
  NO_COLOR: '1',
}

export type Ran = { readonly code: number; readonly output: string }

/** Resolves with the exit code and the output; rejects if the command cannot be started or takes too long. */
export function run(command: string, parts: readonly string[], cwd: string, maxSeconds = 240): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd,
      env: { ...process.env, ...quiet },
      timeout: maxSeconds * 1000,
      maxBuffer: 2 ** 28,
    }
    const child = execFile(command, [...parts], options, (error, stdout, stderr) => {
      const code = error ? Number(error.code) : 0
      if (Number.isNaN(code) || error?.killed) reject(error)
      else resolve({ code, output: stdout + stderr })
    })
    child.stdin?.end()
  })
}
