import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const name = 'virtual:contract'
const id = `\0${name}`
const folder = fileURLToPath(new URL('../../openapi', import.meta.url))
const loader = fileURLToPath(new URL('./load-contract.ts', import.meta.url))

/**
 * Gives `virtual:contract` to whoever asks for it: the bundled OpenAPI document, so that a browser can judge answers.
 * It is read when it is asked for: a build without the developers' tools never does.
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
    // A page that is loaded anew judges by the contract as it is then.
    configureServer({ watcher, environments }) {
      watcher.on('all', (_, path) => {
        if (!path.startsWith(folder)) return
        text = undefined
        const { moduleGraph } = environments.client
        const known = moduleGraph.getModuleById(id)
        if (known) moduleGraph.invalidateModule(known)
      })
    },
  }
}

async function readContractModule(): Promise<string> {
  // Not an import: whatever the configuration of Vite imports is loaded at each of its starts.
  const { module } = await runnerImport<typeof import('./load-contract')>(loader, { logLevel: 'error' })
  // A text that is parsed starts faster than a literal of the same size.
  const text = JSON.stringify(JSON.stringify(module.loadContract(folder).document))
  return `export const document = JSON.parse(${text})\n`
}
