import { UsageError } from '../errors'
import type { Format } from './lists'
import { quoted } from './values'

type GivenOptions = {
  readonly url: string | undefined
  readonly spec: string | undefined
  readonly live: string
  readonly port: number | undefined
  readonly recordings: readonly string[]
  readonly record: string | undefined
  readonly out: string | undefined
  readonly found: readonly Format[]
}

/** Rejects options that are valid but do not fit together; throws a UsageError. */
export function checkCombinations({
  url,
  spec,
  live,
  port,
  recordings,
  record,
  out,
  found,
}: GivenOptions): void {
  const needsUrl = (option: string) => new UsageError(`${option} needs --url: the base path of the server.`)
  if (!url && live !== 'off') throw needsUrl(`--live ${live}`)
  if (!url && port !== undefined) throw needsUrl('--proxy')
  if (!url && spec === 'auto') throw needsUrl('--spec auto')
  if (record !== undefined && port === undefined)
    throw new UsageError('--record names the file of --proxy; give a port with --proxy 4040.')
  if (spec === undefined && live === 'off' && recordings.length === 0 && port === undefined) {
    throw new UsageError(
      'There is nothing to check: give --url (the server), --spec (its document) or --har (recorded traffic).',
    )
  }
  const files = found.filter(format => format !== 'github')
  if (out === undefined && files.length > 1) {
    throw new UsageError(
      `--format ${found.join(',')} makes several reports; give their folder with --out DIR.`,
    )
  }
  if (out === undefined && found.includes('github') && files.some(format => format !== 'text'))
    throw new UsageError(
      `--format ${found.join(',')} would mix two formats; give the folder of the file with --out DIR.`,
    )
}

/** Positional arguments are more recordings, since `--har *.har` expands to several. */
export function readRecordings(named: readonly string[], rest: readonly string[]): string[] {
  const [stray] = rest
  if (stray !== undefined && named.length === 0)
    throw new UsageError(`${quoted(stray)} belongs to no option; --help lists them.`)
  return [...named, ...rest]
}
