import type { Exchange } from './exchange'
import type { FoundOperation } from './find-operation'
import type { Judgement } from './judgement'
import { printableWord } from './shape'

/** A call below the base path that the contract does not have: news only when the server answers it by a success. */
export function judgeUnknown(
  method: string,
  found: Extract<FoundOperation, { path: string }>,
  { response }: Exchange,
): Judgement[] {
  if (!response || response.status < 200 || response.status > 299) return []
  const call = `${method.toUpperCase()} ${generalise(found.path)}`
  const why =
    found.kind === 'other-method'
      ? 'the contract has the path, but not this method'
      : 'the contract has no such path'
  return [
    {
      driftId: 'DR04',
      severity: 'information',
      place: `operation ${call}`,
      what: `${call} is answered by ${response.status}, and ${why}.`,
    },
  ]
}

/** Numbers and the like become asterisks: equal calls have one place, and no secret of an address is printed. */
function generalise(path: string): string {
  const segments = path.split('/').slice(0, 20)
  return segments
    .map(segment => (/^[a-z_.-]{0,40}$|^v\d$/i.test(segment) ? printableWord(segment) : '*'))
    .join('/')
}
