/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { adjustAnswers, devHeadersPlugin } from './deploy/dev-headers-plugin.ts'
import { mockWorkerPlugin } from './mocks/worker-plugin.ts'
import { readBuildMode } from './scripts/lib/build-mode.ts'
import { compileHintsPlugin } from './scripts/lib/compile-hints.ts'
import { contractPlugin } from './scripts/lib/contract-plugin.ts'
import { makeChunkGroups } from './scripts/lib/first-load-chunks.ts'

/** Tests of whole screens that set up the module under them anew, so that they must not share it with other files. */
const aloneTests = [
  'src/test/pseudo-locale.test.tsx',
  'src/routes/failures.test.tsx',
  'src/features/flag-panel/flag-memory.test.tsx',
]

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** What each document runs first. */
const firstModules = { app: fileOf('src/main.tsx'), terminal: fileOf('src/terminal/main.ts') }

const routes = (...names: string[]): string[] => names.map(name => fileOf(`src/routes/${name}.tsx`))

/** After what the chunks of the application are named; see `makeChunkGroups`. */
const chunkRoots = {
  app: firstModules.app,
  entrance: routes('_guest', '_guest/login'),
  guests: routes(
    '_guest/callback',
    '_guest/new-password',
    '_guest/registration',
    '_guest/reset-password',
    'order.fail',
    'order.ok',
  ),
  members: routes('-member-hosts', '-site-frame', '_protected'),
  others: [firstModules.terminal],
}

const dom = {
  environment: 'jsdom',
  // The same origin as the base address of the mock handlers.
  environmentOptions: { jsdom: { url: 'http://localhost/' } },
  setupFiles: ['src/test/setup.ts'],
  // A page with its code, words and answers takes a second or two where all cores are busy.
  testTimeout: 20_000,
}

export default defineConfig(({ command, mode }) => {
  const apiUrl = process.env.API_URL
  // The backend's cookies become this address's own: one of another domain would be refused.
  const backend = apiUrl
    ? {
        target: apiUrl,
        changeOrigin: true,
        ws: true,
        xfwd: true,
        cookieDomainRewrite: '',
        configure: adjustAnswers,
      }
    : undefined
  const env = { ...process.env, ...loadEnv(mode, import.meta.dirname, 'VITE_') }
  const build = readBuildMode({ command, mode, env })
  const isMocked = build.mocks === 'on'
  return {
    plugins: [
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        // Error pages come with the app: one that has to be fetched cannot say that there is no connection.
        codeSplittingOptions: { defaultBehavior: [['component', 'pendingComponent', 'loader']] },
        generatedRouteTree: './src/route-tree.gen.ts',
        routeFileIgnorePattern: '\\.test\\.',
        quoteStyle: 'single',
        semicolons: false,
      }),
      react(),
      tailwindcss(),
      devHeadersPlugin(),
      mockWorkerPlugin({ isMocked }),
      contractPlugin(),
      compileHintsPlugin(['vendor', 'app', 'entrance', 'members', 'guest-parts', 'parts', 'group-list']),
    ],
    // Answers are judged by the contract in a thread of its own.
    worker: { format: 'es', plugins: () => [contractPlugin()] },
    define: {
      'import.meta.env.VITE_MOCKS': JSON.stringify(build.mocks),
      'import.meta.env.VITE_DEVTOOLS': JSON.stringify(build.devtools),
      'import.meta.env.VITE_RECORDINGS': JSON.stringify(command === 'serve' ? 'on' : 'off'),
    },
    server: backend
      ? {
          proxy: {
            '/api': backend,
            '/files': backend,
            '/mock-bank': backend,
          },
        }
      : {},
    build: {
      outDir: build.outDir,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
      // The terminal is a document of its own, with a policy of its own (design §9).
      rollupOptions: {
        input: { index: 'index.html', 'terminal-document': 'terminal.html' },
        output: {
          codeSplitting: {
            groups: makeChunkGroups(chunkRoots),
          },
        },
      },
    },
    test: {
      // A page that waits for a timer or an answer leaves its core idle for a quarter of its time: another page takes that.
      maxWorkers: Math.ceil(availableParallelism() * 1.5),
      projects: [
        {
          extends: true,
          test: {
            name: 'node',
            environment: 'node',
            include: ['{scripts,mocks,src,deploy,bench}/**/*.test.ts'],
            // These tests share no page, so one load of the contract and the database's content serves them all.
            isolate: false,
            // A thousand random values take a while where all cores are busy.
            testTimeout: 20_000,
          },
        },
        {
          extends: true,
          test: {
            ...dom,
            name: 'dom',
            include: ['src/**/*.test.tsx'],
            exclude: aloneTests,
            // Loading the whole application anew for each file costs more than most files' tests.
            isolate: false,
          },
        },
        { extends: true, test: { ...dom, name: 'alone', include: aloneTests } },
      ],
    },
  }
})
