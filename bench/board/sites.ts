import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { startMockServer } from '../../mocks/server/start'
import { startPreview } from '../../scripts/preview'
import { readAnswer, startAnswerFront } from '../answer-front'
import { builtAt } from '../release'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A group with a large leaderboard. */
export const boardPath = '/api/leaderboard/group/7'

/** The product and the bare table with the same data. */
export interface Site {
  /** Origin of the product's production build. */
  product: string
  /** Origin of the bare table. */
  bare: string
  close(): Promise<void>
}

/** Makes the production builds to measure, in `node_modules/.cache`. */
export async function buildSites(): Promise<void> {
  const quietly = { logLevel: 'warn' } as const
  const outputOf = (name: string) => ({ outDir: builtAt(name), emptyOutDir: true })
  await build({ ...quietly, root, build: outputOf('product') })
  await build({
    ...quietly,
    root: join(root, 'bench/bare-table'),
    configFile: false,
    build: { ...outputOf('bare-table'), target: 'es2022', modulePreload: { polyfill: false } },
  })
}

/** Starts both with a simulated platform of their own; `hugeBoard` has 100,000 rows, `default` 10,000. */
export async function startSite(scenario: 'default' | 'hugeBoard'): Promise<Site> {
  const platform = await startMockServer({ scenario })
  const board = await readAnswer(platform.url, boardPath)
  const front = await startAnswerFront(platform.url, new Map([[boardPath, board]]))
  // The highest quality takes seconds for this size, and the first round would measure the compression.
  const served = { apiUrl: front.url, brotliQuality: 4 }
  const product = await startPreview({ ...served, dist: builtAt('product') })
  const bare = await startPreview({ ...served, dist: builtAt('bare-table') })
  return {
    product: product.url,
    bare: bare.url,
    close: async () => {
      for (const server of [product, bare, front, platform]) await server.close()
    },
  }
}
