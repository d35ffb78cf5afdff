import { readdirSync, readFileSync } from 'node:fs'
import { type RecordedScenario, validateRecording } from '../../recordings/recorded-scenario'

const ownFolder = new URL('../../recordings/', import.meta.url)

/**
 * Reads all recordings, each time, so that a new one needs no restart. Invalid files are skipped with a warning.
 */
export function readRecordings(folder = ownFolder, warn = warnOnce): RecordedScenario[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .flatMap(name => {
      const read = readRecording(readFileSync(new URL(name, folder), 'utf8'))
      if (typeof read !== 'string') return [read]
      warn(`The recording mocks/recordings/${name} is left out: ${read}`)
      return []
    })
}

/** The parsed recording, or an error message. */
function readRecording(text: string): RecordedScenario | string {
  try {
    const value = JSON.parse(text)
    return validateRecording(value) ?? value
  } catch {
    return 'it is no JSON, or was cut or merged by hand.'
  }
}

const warned = new Set<string>()

function warnOnce(message: string): void {
  if (!warned.has(message)) console.warn(message)
  warned.add(message)
}
