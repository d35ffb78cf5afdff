import { type DriftId, driftClasses } from '../lib/validator/drift-classes'
import { wrap } from './report/formatting'

export function explain(id: DriftId | 'all'): string {
  if (id === 'all') {
    return Object.entries(driftClasses)
      .map(([name, { title, severity }]) => `${name}  ${severity.padEnd(11)}  ${title}`)
      .join('\n')
  }
  const { title, severity, advice } = driftClasses[id]
  const meaning = {
    breaking: 'A screen or a flow of the client breaks.',
    degraded: 'The client goes on, but shows or does something wrong.',
    information: 'No user notices; the contract and the server only differ.',
  }[severity]
  return [
    `${id} ${title}`,
    '',
    ...wrap(`Usually ${severity}: ${meaning}`, 80),
    ...wrap(`To do: ${advice}`, 80),
    ...wrap(
      'If it is intended: --suggest FILE writes the change of the contract, --write-baseline FILE accepts it for a while.',
      80,
    ),
  ].join('\n')
}
