import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toHar } from './har'
import { optic, run } from './install'
import type { DocumentPeer, TrafficPeer } from './peer'

/** Optic prints a line for each difference below the call: `[200 response body] …`. */
export const opticCapture: TrafficPeer = {
  name: 'Optic capture',
  check: async ({ exchanges, contractFile, folder }) => {
    const har = join(folder, 'traffic.har')
    writeFileSync(har, toHar(exchanges))
    await run('git', ['init', '-q', '.'], folder)
    const { output } = await run(optic, ['capture', contractFile, '--har', har, '--verbose'], folder)
    if (!output.includes('response')) throw new Error(output.slice(0, 300))
    return output.split('\n').filter(line => /^\s+\[|undocumented|unmatched/i.test(line))
  },
}

export const opticDiff: DocumentPeer = {
  name: 'Optic diff',
  compare: async (contract, other, folder) => {
    writeFileSync(join(folder, 'base.json'), JSON.stringify(contract))
    writeFileSync(join(folder, 'revision.json'), JSON.stringify(other))
    await run('git', ['init', '-q', '.'], folder)
    const { code, output } = await run(
      optic,
      ['diff', 'base.json', 'revision.json', '--check', '--json'],
      folder,
    )
    const start = output.indexOf('{"operations"')
    const listed = start === -1 ? output : output.slice(start)
    return { isFound: !/"operations":\[\]/.test(listed) && start !== -1, isBreaking: code !== 0 }
  },
}
