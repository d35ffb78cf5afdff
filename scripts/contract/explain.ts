import { type DriftId, driftClasses } from '../lib/judge/drift-classes'
import { wrap } from './report/wrap'

/** What a class of drift is, how bad it usually is and what to do about it; `all` lists every class on a line. */
export function explain(id: DriftId | 'all'): string {
  if (id === 'all') {
    return Object.entries(driftClasses)
      .map(([name, { title, severity }]) => `${name}  ${severity.padEnd(11)}  ${title}`)
      .join('\n')
  }
  const { title, severity, advice } = driftClasses[id]
  const meaning = {
    breaking: 'A screen or a flow of the client breaks.',
    degraded: 'The client goes on, but says or does something wrong.',
    information: 'Nobody notices; the contract and the server only differ.',
  }[severity]
  return [
    `${id} ${title}`,
    '',
    ...wrap(`Usually ${severity}: ${meaning}`, 80),
    ...wrap(`To do: ${advice}`, 80),
    ...wrap(
      'If it is meant: --suggest FILE writes the change of the contract, --write-baseline FILE lets it stand for a while.',
      80,
    ),
  ].join('\n')
}
