import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { Plugin, ViteDevServer } from 'vite'

const workerPath = '/mockServiceWorker.js'

/**
 * Serves the worker of the simulated platform straight from its package, in development only: nothing of it is
 * copied to `public/` or into the build. Files of tasks and the bank's page are served here too, because downloads and
 * frames are navigations, which no worker of msw sees. A call that passes the worker by (the browser puts workers of long hidden pages to
 * sleep) is told so, instead of being given the app's page.
 */
export function mockWorkerPlugin(options: { isMocked: boolean }): Plugin {
  return {
    name: 'flagship:mock-worker',
    apply: 'serve',
    configureServer(server) {
      if (!options.isMocked) return
      server.middlewares.use((request, response, next) => {
        const [path = '/'] = (request.url ?? '/').split(/[?#]/, 1)
        if (path === workerPath) sendWorker(response).catch(next)
        else if (path.startsWith('/files/')) sendFile(server, path, response).catch(next)
        else if (path.startsWith('/mock-bank/')) sendBankFile(server, path, response).catch(next)
        else if (path.startsWith('/api/')) sendAsleep(response)
        else next()
      })
    },
  }
}

async function sendWorker(response: ServerResponse): Promise<void> {
  const file = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
  response.setHeader('Cache-Control', 'no-cache')
  response.end(await readFile(file))
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
