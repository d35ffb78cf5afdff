import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RequestHandler } from 'msw'
import { outOf } from './targets'

export type PeerHandlers = {
  readonly name: string
  readonly handlers?: readonly RequestHandler[]
  /** Why they cannot be loaded. */
  readonly failure?: string
}

/** The handlers that the peers have generated in this run, in their own order. */
export function loadPeerHandlers(): Promise<PeerHandlers[]> {
  return Promise.all([
    attempt('orval', 'client.msw.ts', exported => callOf(exported.getFlagshipPlatformMock)),
    attempt('Redocly generate-client', 'client.mocks.ts', exported => exported.handlers),
  ])
}

async function attempt(
  name: string,
  file: string,
  pick: (exported: Record<string, unknown>) => unknown,
): Promise<PeerHandlers> {
  try {
    const handlers = pick(await import(pathToFileURL(join(outOf(name), file)).href))
    if (!Array.isArray(handlers)) throw new Error(`There are no handlers in ${file}.`)
    return { name, handlers }
  } catch (error) {
    return { name, failure: String(error).slice(0, 160) }
  }
}

function callOf(value: unknown): unknown {
  return typeof value === 'function' ? value() : undefined
}
