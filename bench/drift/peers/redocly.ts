import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listAt, objectAt } from '../../../scripts/lib/json'
import { toHar } from './har'
import { redocly, run } from './install'
import type { DocumentPeer, TrafficPeer } from './peer'

export const redoclyDrift: TrafficPeer = {
  name: 'Redocly drift',
  check: async ({ exchanges, contractFile, folder }) => {
    const [har, report] = [join(folder, 'traffic.har'), join(folder, 'report.json')]
    writeFileSync(har, toHar(exchanges))
    const how = ['--format', 'json', '--match-mode', 'basepath', '-o', report]
    await run(redocly, ['drift', har, '--api', contractFile, ...how], folder)
    const { problems, run: summary } = objectAt(JSON.parse(readFileSync(report, 'utf8')))
    const undocumented = Number(objectAt(summary).undocumentedExchanges)
    const lines = listAt(problems).map(one => {
      const { ruleId, message, status, target, details } = objectAt(one)
      return [ruleId, message, target, status, objectAt(details).summary].join(' ')
    })
    return undocumented > 0 ? [...lines, 'undocumented exchange'] : lines
  },
}

export const redoclyDiff: DocumentPeer = {
  name: 'Redocly diff',
  compare: async (contract, other, folder) => {
    writeFileSync(join(folder, 'base.json'), JSON.stringify(contract))
    writeFileSync(join(folder, 'revision.json'), JSON.stringify(other))
    const report = join(folder, 'diff.json')
    await run(
      redocly,
      ['diff', 'base.json', 'revision.json', '--format', 'json', '--fail-on', 'none', '-o', report],
      folder,
    )
    const { changes, summary } = objectAt(JSON.parse(readFileSync(report, 'utf8')))
    return { isFound: listAt(changes).length > 0, isBreaking: Number(objectAt(summary).major) > 0 }
  },
}
