import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const workerPath = '/mockServiceWorker.js'

/**
 * Serves the worker of the simulated platform straight from its package, in development only: nothing of it is
 * copied to `public/` or into the build. A call that passes the worker by (the browser puts workers of long hidden
 * pages to sleep) is told so, instead of being given the app's page.
 */
export function mockWorkerPlugin(options: { isMocked: boolean }): Plugin {
  return {
    name: 'flagship:mock-worker',
    apply: 'serve',
    configureServer(server) {
      if (!options.isMocked) return
      server.middlewares.use((request, response, next) => {
        const [path = '/'] = (request.url ?? '/').split(/[?#]/, 1)
        if (path === workerPath) {
          const file = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
          readFile(file).then(script => {
            response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
            response.setHeader('Cache-Control', 'no-cache')
            response.end(script)
          }, next)
        } else if (path.startsWith('/api/')) {
          response.statusCode = 503
          response.setHeader('Content-Type', 'application/json')
          response.end(JSON.stringify({ detail: 'The simulated platform is asleep: reload the page.' }))
        } else next()
      })
    },
  }
}
