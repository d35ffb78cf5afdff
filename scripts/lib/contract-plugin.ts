import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Plugin, runnerImport } from 'vite'

const name = 'virtual:contract'
const id = `\0${name}`
const folder = fileURLToPath(new URL('../../openapi', import.meta.url))
const content = fileURLToPath(new URL('../../mocks/content', import.meta.url))
const loader = fileURLToPath(new URL('../../packages/contract/load-contract.ts', import.meta.url))
const generator = fileURLToPath(new URL('../generate.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Provides `virtual:contract`, the bundled OpenAPI document, so that a browser can validate responses. It is read
 * on import: a build without developer tools never reads it. The development server also writes the generated files again
 * when the contract or the course content of the simulated platform is saved.
 */
export function contractPlugin(): Plugin {
  let text: Promise<string> | undefined
  return {
    name: 'flagship:contract',
    resolveId: source => (source === name ? id : null),
    load(asked) {
      if (asked !== id) return null
      text ??= readContractModule()
      return text
    },
    // After a reload, the page validates by the current contract.
    configureServer({ watcher, environments, config: { logger } }) {
      let generated = Promise.resolve()
      watcher.on('all', (_, path) => {
        const isContract = path.startsWith(folder)
        if (!isContract && !path.startsWith(content)) return
        if (isContract) {
          text = undefined
          const { moduleGraph } = environments.client
          const known = moduleGraph.getModuleById(id)
          if (known) moduleGraph.invalidateModule(known)
        }
        generated = generated.then(generate).then(
          ({ stdout }) => logger.info(stdout.trim(), { timestamp: true }),
          ({ stderr }: { stderr: string }) => logger.error(stderr.trim(), { timestamp: true }),
        )
      })
    },
  }
}

/** In a process of its own: the generator's modules would otherwise stay as they were at the start. */
const generate = () => promisify(execFile)(process.execPath, ['--import', 'tsx', generator], { cwd: root })

async function readContractModule(): Promise<string> {
  // Not a static import, which would slow down every start of Vite.
  const { module } = await runnerImport<typeof import('../../packages/contract/load-contract')>(loader, {
    logLevel: 'error',
  })
  // Parsing a JSON string is faster than a literal of the same size.
  const text = JSON.stringify(JSON.stringify(module.loadContract(folder).document))
  return `export const document = JSON.parse(${text})\n`
}
