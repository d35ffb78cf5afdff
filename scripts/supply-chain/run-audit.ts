import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuditVerdict, judgeAudit } from './judge-audit'
import type { Lockfile, Manifest } from './lockfile'

/** Prototype pollution of critical severity, known since 2021 (GHSA-xvch-5gv4-984h), in no tree that knip would let pass. */
const canary = { name: 'minimist', version: '0.0.8' }

/**
 * Asks npm's audit service about everything that a lockfile has for the product, and about the canary with it, in a
 * folder of its own: nothing is installed or changed. Never throws.
 *
 * @param environment such as `npm_config_registry`, for tests
 */
export async function runAudit(
  project: { lock: Lockfile; manifest: Manifest },
  environment: Record<string, string> = {},
): Promise<AuditVerdict> {
  const folder = await mkdtemp(join(tmpdir(), 'audit-'))
  try {
    const { lock, manifest } = withCanary(project)
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
    return judgeAudit(await npmAudit(folder, environment), canary.name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function withCanary({ lock, manifest }: { lock: Lockfile; manifest: Manifest }) {
  const dependencies = { ...manifest.dependencies, [canary.name]: canary.version }
  const packages = {
    ...lock.packages,
    '': { ...lock.packages[''], dependencies },
    [`node_modules/${canary.name}`]: { version: canary.version },
  }
  return { lock: { ...lock, packages }, manifest: { ...manifest, dependencies } }
}

/** What `npm audit --omit=dev` prints; it ends with 1 when it finds something and when it fails, so only its words count. */
function npmAudit(folder: string, environment: Record<string, string>): Promise<string> {
  const parameters = ['audit', '--omit=dev', '--json', '--fetch-retries=1', '--fetch-retry-mintimeout=500']
  return new Promise(resolve => {
    const child = spawn('npm', [...parameters, '--fetch-timeout=30000'], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
    })
    child.on('error', () => resolve(''))
    child.on('close', () => resolve(output))
  })
}
