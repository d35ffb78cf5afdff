import { readdirSync, readFileSync } from 'node:fs'
import type { RecordedScenario } from '../recordings/recorded-scenario'

const folder = new URL('../recordings/', import.meta.url)

/** Every recording of the project, read anew each time: one that was just made needs no restart. */
export function readRecordings(): RecordedScenario[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
}
