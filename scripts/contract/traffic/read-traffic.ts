import { open, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Exchange } from '../../lib/validator/exchange'
import { InputError } from '../errors'
import { readText, unreadable } from '../files'
import { readLine } from './ndjson'
import { readHar } from './read-har'

/** `origin` names the file and the entry: `session.har, entry 12`. */
export type Recorded = { readonly exchange: Exchange; readonly origin: string }

/** A HAR is parsed as a whole; NDJSON is read line by line. */
const MAX_HAR_BYTES = 256 * 1024 * 1024

/** Reads a `.har` or `.ndjson` file; throws an InputError for others. */
export async function* readTraffic(path: string): AsyncIterable<Recorded> {
  const size = await sizeOf(path)
  if (size === 0) throw new InputError(`${path} is empty.`)
  const kind = extname(path).toLowerCase()
  if (kind === '.ndjson' || kind === '.jsonl') yield* readLines(path)
  else if (kind === '.har' || kind === '.json') {
    if (size > MAX_HAR_BYTES)
      throw new InputError(
        `${path} is too large (${Math.round(size / 1024 / 1024)} MB of at most 256): export fewer calls, or record with --proxy.`,
      )
    yield* readHar(await readText(path, 'The recording'), path)
  } else throw new InputError(`${path} is neither a .har nor an .ndjson file.`)
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, 'The recording', error)
  })
  if (!found.isFile()) throw new InputError(`${path} is no file.`)
  return found.size
}

async function* readLines(path: string): AsyncIterable<Recorded> {
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(path, 'The recording', error)
  })
  let number = 0
  let broken: number | undefined
  for await (const line of file.readLines()) {
    number++
    if (line.trim() === '') continue
    // Only the last line may be incomplete, if the recorder was killed.
    if (broken !== undefined) throw new InputError(`Line ${broken} of ${path} is no recorded exchange.`)
    const exchange = readLine(line)
    if (exchange) yield { exchange, origin: `${basename(path)}, line ${number}` }
    else broken = number
  }
  if (broken === 1) throw new InputError(`Line 1 of ${path} is no recorded exchange.`)
}
