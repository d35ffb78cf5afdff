import { printTable } from '../../scripts/lib/print-table'
import type { Latency } from '../mocks/latency'
import { ownSet } from '../mocks/latency'
import { summarise } from '../statistics'
import type { ColdRuns } from './cold-runs'
import type { SampleCount } from './invalid-samples'
import { ownName } from './targets'

/** Every generator's time from a cold start and what it wrote; the ratio says how often ours fits into it. */
export function printColdRuns(cold: readonly ColdRuns[], rounds: number): string {
  const own = summarise(cold.find(({ target }) => target.name === ownName)?.milliseconds ?? [])
  const rows = cold.map(({ target, milliseconds, bytes, failure }) => {
    const { median, min, max } = summarise(milliseconds)
    const time = failure ? 'did not start' : `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`
    const ratios = [median / own.median, min / own.min].map(one =>
      failure || Number.isNaN(one) ? '' : one.toFixed(2),
    )
    return [target.name, time, ...ratios, bytes === 0 ? '' : `${(bytes / 1024).toFixed(0)}`, target.output]
  })
  const head = ['generator', 'ms', 'to ours', 'of the best', 'kB', 'what it writes']
  return `Cold processes, median of ${rounds} interleaved rounds (least–most)\n\n${printTable([head, ...rows])}${whyNot(
    cold.map(({ target, failure }) => ({ name: target.name, failure })),
  )}`
}

export function printSamples(counts: readonly SampleCount[], each: number): string {
  const share = (of: { samples: number; invalid: number }) =>
    of.samples === 0 ? '' : `${((100 * of.invalid) / of.samples).toFixed(1)} %`
  const rows = counts.map(({ name, answers, successes, failure, ...all }) =>
    failure === undefined
      ? [name, String(answers), String(all.samples), share(all), share(successes)]
      : [name, '', 'did not start', '', ''],
  )
  const head = ['mocks by', 'answers', 'samples', 'not valid', 'of successes']
  const worst = counts.flatMap(({ name, worst }) => worst.map(line => `\n  ${name}, ${line}`))
  return `Samples that break the contract, at most ${each} of each operation and status that carries JSON\n\n${printTable([head, ...rows])}${worst.join('')}${whyNot(counts)}`
}

export function printLatencies(latencies: readonly Latency[], calls: number): string {
  const ownOf = (route: string) => latencies.find(one => one.name === ownSet && one.route === route)?.p50
  const rows = latencies.map(({ route, name, routes, p50, p99, failure }) => [
    route,
    name,
    ...(failure === undefined
      ? [String(routes), p50.toFixed(3), p99.toFixed(3), (p50 / (ownOf(route) ?? Number.NaN)).toFixed(2)]
      : ['', 'did not start', '', '']),
  ])
  const head = ['asked', 'handlers by', 'routes', 'p50 ms', 'p99 ms', 'p50 to ours']
  return `A call through getResponse, ${calls} each in turn\n\n${printTable([head, ...rows])}${whyNot(latencies)}`
}

/** What could not be measured is named and beaten by nobody. */
function whyNot(list: readonly { name: string; failure?: string | undefined }[]): string {
  return list
    .flatMap(({ name, failure }) => (failure === undefined ? [] : [`\n${name} did not start: ${failure}`]))
    .join('')
}
