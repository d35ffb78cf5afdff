/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { devHeadersPlugin, rewriteProxied } from './deploy/dev-headers-plugin.ts'
import { mockWorkerPlugin } from './mocks/hosts/worker-plugin.ts'
import { readBuildMode } from './scripts/lib/build-mode.ts'
import { contractPlugin } from './scripts/lib/contract-plugin.ts'
import { compileHintsPlugin, makeChunkGroups } from './scripts/lib/first-load-chunks.ts'
import { inlineScriptsPlugin } from './scripts/lib/inline-scripts-plugin.ts'
import { messagesPlugin } from './scripts/lib/messages-plugin.ts'

/** Tests that change what all tests of a worker share, such as messages. */
const isolatedTests = [
  'src/test/pseudo-locale.test.tsx',
  'src/routes/failures.test.tsx',
  'src/features/flags/flag-memory.test.tsx',
]

const getFile = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The entry module of each HTML document. */
const firstModules = { app: getFile('src/main.tsx'), terminal: getFile('src/terminal/main.ts') }

const routes = (...names: string[]): string[] => names.map(name => getFile(`src/routes/${name}.tsx`))

/** Entry modules of each chunk group; see `makeChunkGroups`. */
const chunkRoots = {
  app: firstModules.app,
  session: getFile('src/api/start-session.ts'),
  login: routes('_guest', '_guest/login'),
  guests: routes(
    '_guest/callback',
    '_guest/new-password',
    '_guest/registration',
    '_guest/reset-password',
    'order.fail',
    'order.ok',
  ),
  members: routes('-site-frame', '_protected'),
  board: ['rows', 'save-button', 'solves', 'use-row-window', 'use-screen-query', 'user-link'].map(
    name => `/src/features/leaderboard/${name}.ts`,
  ),
  others: [firstModules.terminal],
}

const dom = {
  environment: 'jsdom',
  // The same origin as the base address of the mock handlers.
  environmentOptions: { jsdom: { url: 'http://localhost/' } },
  setupFiles: ['src/test/setup.ts'],
  // Rendering a page takes seconds when all cores are busy.
  testTimeout: 30_000,
}

export default defineConfig(({ command, mode }) => {
  // From the environment or a file such as .env.local; see .env.example.
  const apiUrl = process.env.API_URL ?? loadEnv(mode, import.meta.dirname, 'API_URL').API_URL
  // Rewrites the cookie domain: the browser would reject cookies of another one.
  const backend = apiUrl
    ? {
        target: apiUrl,
        changeOrigin: true,
        ws: true,
        cookieDomainRewrite: '',
        configure: rewriteProxied,
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
        // Error components are not split: they must render offline.
        codeSplittingOptions: { defaultBehavior: [['component', 'pendingComponent', 'loader']] },
        generatedRouteTree: './src/route-tree.gen.ts',
        routeFileIgnorePattern: '\\.test\\.',
        quoteStyle: 'single',
        semicolons: false,
      }),
      // Fast Refresh would run main.tsx a second time in the same page; without it the page is reloaded.
      react({ exclude: [/\/node_modules\//, /\/src\/main\.tsx$/] }),
      tailwindcss(),
      devHeadersPlugin(),
      mockWorkerPlugin({ isMocked }),
      contractPlugin(),
      messagesPlugin(),
      inlineScriptsPlugin(),
      compileHintsPlugin([
        'session',
        'vendor',
        'app',
        'members',
        'guest-parts',
        'parts',
        'group-list',
        'popups',
        'use-flag-submission',
      ]),
    ],
    resolve: {
      alias: {
        // For browsers the package decodes `&amp;` by `innerHTML`, which our policy forbids; this file is its table.
        'decode-named-character-reference': getFile('node_modules/decode-named-character-reference/index.js'),
        'character-entities': getFile('src/ui/markdown/character-entities.ts'),
      },
    },
    // Responses are validated against the contract in a worker.
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
      // The browsers of docs/browsers.md.
      target: ['chrome120', 'edge120', 'firefox128', 'safari17'],
      // The terminal is a separate document, so it can have a separate CSP.
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
      // A committed test.only would hide the other tests.
      allowOnly: false,
      reporters: ['default', './scripts/vitest-reporter.ts'],
      // More workers than cores: tests wait for timers and responses a quarter of their time.
      maxWorkers: Math.ceil(availableParallelism() * 1.5),
      projects: [
        {
          extends: true,
          test: {
            name: 'node',
            environment: 'node',
            include: ['{packages,scripts,mocks,src,deploy,bench}/**/*.test.ts'],
            // No DOM to share, so the contract and the mock content load once for all.
            isolate: false,
            // Property tests are slow when all cores are busy.
            testTimeout: 30_000,
          },
        },
        {
          extends: true,
          test: {
            ...dom,
            name: 'dom',
            include: ['src/**/*.test.tsx'],
            exclude: isolatedTests,
            // Loading the application for each file would take longer than most tests.
            isolate: false,
          },
        },
        { extends: true, test: { ...dom, name: 'isolated', include: isolatedTests } },
      ],
    },
  }
})
