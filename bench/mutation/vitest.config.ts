import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/**
 * The tests that mutants of `src/api` and `src/lib` are tried by: those beside them. Pages reach them too, but a mutant that only
 * a page of the application notices is one that the next change of that page lets through.
 */
const beside = 'src/{api,lib}/**/*.test'

/** Measures memory, which a mutant does not tell of, and takes long. */
const leftOut = ['src/api/memory.test.ts']

/** The mutation tester wants threads, in which no test can be in another time zone. */
const forks: Plugin = {
  name: 'flagship:forks',
  configureVitest({ project }) {
    project.config.pool = 'forks'
  },
}

// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        plugins: [forks],
        test: {
          name: 'node',
          environment: 'node',
          include: [`${beside}.ts`],
          exclude: leftOut,
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        plugins: [forks],
        test: {
          name: 'dom',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/' } },
          setupFiles: ['src/test/setup.ts'],
          include: [`${beside}.tsx`],
          isolate: false,
          testTimeout: 20_000,
        },
      },
    ],
  },
})
