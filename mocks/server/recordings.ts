import { readdirSync, readFileSync } from 'node:fs'
import type { RecordedScenario } from '../recordings/recorded-scenario'
import { findRecordingProblem } from '../recordings/recording-problem'

const ownFolder = new URL('../recordings/', import.meta.url)

/**
 * Every recording of the project, read anew each time: one that was just made needs no restart. A file that cannot be
 * played is left out and told of, so that it stops nothing else.
 */
export function readRecordings(folder = ownFolder, tell = tellOnce): RecordedScenario[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .flatMap(name => {
      const read = readRecording(readFileSync(new URL(name, folder), 'utf8'))
      if (typeof read !== 'string') return [read]
      tell(`The recording mocks/recordings/${name} is left out: ${read}`)
      return []
    })
}

/** The recording of a file, or what is wrong with it. */
function readRecording(text: string): RecordedScenario | string {
  try {
    const value = JSON.parse(text)
    return findRecordingProblem(value) ?? value
  } catch {
    return 'it is no JSON, or was cut or merged by hand.'
  }
}

const told = new Set<string>()

function tellOnce(sentence: string): void {
  if (!told.has(sentence)) console.warn(sentence)
  told.add(sentence)
}
