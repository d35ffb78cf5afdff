import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const name = 'virtual:contract'
const folder = fileURLToPath(new URL('../../openapi', import.meta.url))
const loader = fileURLToPath(new URL('./load-contract.ts', import.meta.url))

/**
 * Gives `virtual:contract` to whoever asks for it: the bundled OpenAPI document, so that a browser can judge answers.
 * It is read when it is asked for, and once: a build without the developers' tools never does.
 */
export function contractPlugin(): Plugin {
  let text: Promise<string> | undefined
  return {
    name: 'flagship:contract',
    resolveId: source => (source === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null
      text ??= readContractModule()
      return text
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
