import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * One jsdom for all files of a worker: they share one load of the application already (`isolate: false`), and a document of
 * its own for each file cost a fifth of their time. `leaveClean` and the library's clean-up empty the page after each test.
 */
let isStanding = false

// Vitest asks for the environment by its default export.
// biome-ignore lint/style/noDefaultExport: see above.
export default {
  name: 'shared-jsdom',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!isStanding) await builtinEnvironments.jsdom.setup(global, options)
    isStanding = true
    return { teardown() {} }
  },
} satisfies Environment
