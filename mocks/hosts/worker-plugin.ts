import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { type Plugin, runnerImport, type ViteDevServer } from 'vite'
import type { DemoFile } from './files.ts'

const workerPath = '/mockServiceWorker.js'
/** The script that the bank's page loads in a tab of its own, and its module. */
const bankPlatform = {
  name: 'bank-platform',
  path: 'mock-bank/platform.js',
  module: 'mocks/bank/platform.ts',
}

/**
 * Serves the files of the simulated platform: the msw worker straight from its package, task files and the bank's page
 * (downloads and iframes are navigations, which msw's worker doesn't intercept). The development server serves them, a
 * demo build contains them, no other build does.
 */
export function mockWorkerPlugin(options: { isMocked: boolean }): Plugin {
  return {
    name: 'flagship:mock-worker',
    config: (_, { command }) => {
      if (!options.isMocked || command !== 'build') return undefined
      const names = { entryFileNames: getEntryName }
      return {
        build: { rollupOptions: { input: { [bankPlatform.name]: bankPlatform.module }, output: names } },
      }
    },
    async generateBundle() {
      if (!options.isMocked) return
      for (const { path, body } of await mockFiles()) {
        this.emitFile({ type: 'asset', fileName: path, source: body })
      }
    },
    configureServer(server) {
      if (!options.isMocked) return
      server.middlewares.use((request, response, next) => {
        const [path = '/'] = (request.url ?? '/').split(/[?#]/, 1)
        if (path === workerPath) sendWorker(response).catch(next)
        else if (path === `/${bankPlatform.path}`) sendBankPlatform(response)
        else if (path.startsWith('/files/')) sendFile(server, path, response).catch(next)
        else if (path.startsWith('/mock-bank/')) sendBankFile(server, path, response).catch(next)
        else if (path.startsWith('/api/')) sendUnavailable(response)
        else next()
      })
    },
  }
}

function getEntryName({ name }: { name: string }): string {
  return name === bankPlatform.name ? bankPlatform.path : 'assets/[name]-[hash].js'
}

async function mockFiles(): Promise<DemoFile[]> {
  // Loaded by Vite because the modules are written for a bundler.
  const { module } = await runnerImport<typeof import('./files')>('/mocks/hosts/files.ts')
  return [{ path: workerPath.slice(1), body: await readFile(workerFile()) }, ...(await module.demoFiles())]
}

function workerFile(): string {
  return createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
}

async function sendWorker(response: ServerResponse): Promise<void> {
  sendScript(response, await readFile(workerFile()))
}

function sendBankPlatform(response: ServerResponse): void {
  sendScript(response, `import '/${bankPlatform.module}'\n`)
}

function sendScript(response: ServerResponse, text: string | Uint8Array): void {
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
  response.setHeader('Cache-Control', 'no-cache')
  response.end(text)
}

async function sendFile(server: ViteDevServer, path: string, response: ServerResponse): Promise<void> {
  // Loaded by Vite because the modules are written for a bundler.
  const { serveFile } = await server.ssrLoadModule('/mocks/hosts/files.ts')
  await send(serveFile(path), response)
}

/** The bank's page has headers of its own; its API calls belong to the worker. */
async function sendBankFile(server: ViteDevServer, path: string, response: ServerResponse): Promise<void> {
  const { serveBankFile } = await server.ssrLoadModule('/mocks/hosts/files.ts')
  const file: Response | undefined = await serveBankFile(path)
  if (file) await send(file, response)
  else sendUnavailable(response)
}

async function send(source: Response, response: ServerResponse): Promise<void> {
  response.statusCode = source.status
  for (const [name, value] of source.headers) response.setHeader(name, value)
  response.end(new Uint8Array(await source.arrayBuffer()))
}

function sendUnavailable(response: ServerResponse): void {
  response.statusCode = 503
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ detail: 'The simulated platform is asleep: reload the page.' }))
}
