import { parseArgs } from 'node:util'

export const usage = `Usage: npm run bench:drift -- [options]
  --seed NAME    which places are tried: scoring (default), tuning, or any other
  --only CLASS   one class alone, such as DR21, or one mutant by its whole id
  --all          every place instead of at most 400
  --held-out     only the classes that were written after the detector
  --documents    only the mutants of the backend's document; --servers only the running ones
  --peers        try Redocly CLI, Prism and Optic on a random part of the same mutants
  --misses       list every mutant that was missed
  --json FILE    write everything there too`

export type BenchOptions = {
  readonly seed: string
  readonly only?: string
  readonly all: boolean
  readonly heldOut: boolean
  readonly documents: boolean
  readonly servers: boolean
  readonly peers: boolean
  readonly misses: boolean
  readonly json?: string
}

/** Reads the command line; throws a TypeError for what it does not know. */
export function readArguments(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string', default: 'scoring' },
      only: { type: 'string' },
      all: { type: 'boolean', default: false },
      'held-out': { type: 'boolean', default: false },
      documents: { type: 'boolean', default: false },
      servers: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      misses: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  })
  const { only, json, seed, all, peers, misses, 'held-out': heldOut } = values
  const isBoth = values.documents === values.servers
  return {
    ...{ seed, all, heldOut, peers, misses },
    documents: isBoth || values.documents,
    servers: isBoth || values.servers,
    ...(only !== undefined && { only }),
    ...(json !== undefined && { json }),
  }
}
