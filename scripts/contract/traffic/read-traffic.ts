import type { Exchange } from '../../lib/judge/exchange'

/** One recorded exchange; `origin` names file and number: `session.har, entry 12`. */
export type Recorded = { readonly exchange: Exchange; readonly origin: string }

/** The exchanges of a `.har` or `.ndjson` file in their order; throws an InputError for what is none. */
export async function* readTraffic(_path: string): AsyncIterable<Recorded> {}
