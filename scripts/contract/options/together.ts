import { UsageError } from '../usage-error'
import type { Format } from './lists'
import { quoted } from './values'

type Asked = {
  readonly url: string | undefined
  readonly spec: string | undefined
  readonly live: string
  readonly port: number | undefined
  readonly recordings: readonly string[]
  readonly record: string | undefined
  readonly out: string | undefined
  readonly found: readonly Format[]
}

/** Options that are each right but make no sense with or without another one; throws a UsageError. */
export function checkTogether({ url, spec, live, port, recordings, record, out, found }: Asked): void {
  const needsUrl = (option: string) => new UsageError(`${option} needs --url: the base path of the server.`)
  if (!url && live !== 'off') throw needsUrl(`--live ${live}`)
  if (!url && port !== undefined) throw needsUrl('--proxy')
  if (!url && spec === 'auto') throw needsUrl('--spec auto')
  if (record !== undefined && port === undefined)
    throw new UsageError('--record names the file of --proxy; give a port with --proxy 4040.')
  if (spec === undefined && live === 'off' && recordings.length === 0 && port === undefined) {
    throw new UsageError(
      'There is nothing to look at: give --url (the server), --spec (its document) or --har (recorded traffic).',
    )
  }
  const files = found.filter(format => format !== 'github')
  if (out === undefined && files.length > 1) {
    throw new UsageError(
      `--format ${found.join(',')} makes several reports; say with --out DIR where they go.`,
    )
  }
  if (out === undefined && found.includes('github') && files.some(format => format !== 'text'))
    throw new UsageError(
      `--format ${found.join(',')} would mix two formats; say with --out DIR where the file goes.`,
    )
}

/** The recordings of `--har`; what stands behind the options is taken for more of them, as `--har *.har` gives. */
export function readRecordings(named: readonly string[], rest: readonly string[]): string[] {
  const [stray] = rest
  if (stray !== undefined && named.length === 0)
    throw new UsageError(`${quoted(stray)} belongs to no option; --help lists them.`)
  return [...named, ...rest]
}
