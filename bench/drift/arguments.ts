import { parseArgs } from 'node:util'

export const usage = `Usage: npm run bench -- drift [options]
  --seed NAME    which places are tried: scoring (default), tuning, or any other
  --only CLASS   one class alone, such as DR21, or one mutant by its whole id
  --all          every place instead of at most 400
  --most N       at most so many drifted servers, evenly over the classes (default 400)
  --held-out     only the classes that were written after the detector
  --documents    only the mutants of the backend's document; --servers only the running ones
  --peers        try Redocly CLI, Prism and Optic too: on 60 of the same servers and 46 of the documents at random
  --peers-on N   the same on N of each
  --misses       list every mutant that was missed
  --json FILE    write everything there too`

export type BenchOptions = {
  readonly seed: string
  readonly only?: string
  readonly all: boolean
  readonly most: number
  readonly heldOut: boolean
  readonly documents: boolean
  readonly servers: boolean
  readonly peers?: { readonly servers: number; readonly documents: number }
  readonly misses: boolean
  readonly json?: string
}

/** Throws a TypeError for unknown options. */
export function readArguments(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string', default: 'scoring' },
      only: { type: 'string' },
      all: { type: 'boolean', default: false },
      most: { type: 'string', default: '400' },
      'held-out': { type: 'boolean', default: false },
      documents: { type: 'boolean', default: false },
      servers: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      'peers-on': { type: 'string' },
      misses: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  })
  const { only, json, seed, all, misses, 'held-out': heldOut } = values
  const peersOn = values['peers-on']
  const size = Number(peersOn)
  const isBoth = values.documents === values.servers
  return {
    ...{ seed, all, heldOut, misses, most: Number(values.most) },
    documents: isBoth || values.documents,
    servers: isBoth || values.servers,
    ...(values.peers && { peers: { servers: 60, documents: 46 } }),
    ...(peersOn !== undefined && { peers: { servers: size, documents: size } }),
    ...(only !== undefined && { only }),
    ...(json !== undefined && { json }),
  }
}
