import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { type Plugin, runnerImport, type ViteDevServer } from 'vite'
import type { DemoFile } from './demo-files.ts'

const workerPath = '/mockServiceWorker.js'
/** What the bank's page loads in a tab of its own, and the module that it is made of. */
const bankPlatform = {
  name: 'bank-platform',
  path: 'mock-bank/platform.js',
  module: 'mocks/bank/platform.ts',
}

/**
 * Everything of the simulated platform in the browser that is no module of the application: the worker straight from its
 * package, files of tasks and the bank's page, because downloads and frames are navigations, which no worker of msw
 * sees. The development server serves them and a demo build holds them as files; nothing of it is copied to
 * `public/` or into any other build.
 */
export function mockWorkerPlugin(options: { isMocked: boolean }): Plugin {
  return {
    name: 'flagship:mock-worker',
    config: (_, { command }) => {
      if (!options.isMocked || command !== 'build') return undefined
      const names = { entryFileNames: nameEntry }
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
        else if (path.startsWith('/api/')) sendAsleep(response)
        else next()
      })
    },
  }
}

function nameEntry({ name }: { name: string }): string {
  return name === bankPlatform.name ? bankPlatform.path : 'assets/[name]-[hash].js'
}

async function mockFiles(): Promise<DemoFile[]> {
  // Loaded by Vite, since the platform's modules are written for a bundler.
  const { module } = await runnerImport<typeof import('./demo-files')>('/mocks/demo-files.ts')
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
  // Loaded by Vite, since the platform's modules are written for a bundler.
  const { answerFile } = await server.ssrLoadModule('/mocks/files.ts')
  await send(answerFile(path), response)
}

/** A file of the bank's page, whose headers replace the site's own; its calls belong to the worker. */
async function sendBankFile(server: ViteDevServer, path: string, response: ServerResponse): Promise<void> {
  const { answerBankFile } = await server.ssrLoadModule('/mocks/bank/bank-files.ts')
  const answer: Response | undefined = await answerBankFile(path)
  if (answer) await send(answer, response)
  else sendAsleep(response)
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  response.end(new Uint8Array(await answer.arrayBuffer()))
}

function sendAsleep(response: ServerResponse): void {
  response.statusCode = 503
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ detail: 'The simulated platform is asleep: reload the page.' }))
}
