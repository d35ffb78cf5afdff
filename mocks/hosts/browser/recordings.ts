import type { RecordedScenario } from '../../recordings/recorded-scenario'

/** Only in the development server: recordings that weren't reviewed must not be deployed. */
const files =
  import.meta.env.VITE_RECORDINGS === 'on'
    ? import.meta.glob<string>('../../recordings/*.json', { query: '?raw', import: 'default' })
    : {}

/** Reads `mocks/recordings/*.json`; invalid files are skipped with a warning. */
export async function readRecordings(): Promise<RecordedScenario[]> {
  const read = await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      const recording = parseRecording(await load().catch(() => ''))
      if (!recording) console.warn(`${path} is no recording that can be played: it is left out.`)
      return recording ? [recording] : []
    }),
  )
  return read.flat()
}

function parseRecording(text: string): RecordedScenario | undefined {
  try {
    const found: Partial<RecordedScenario> = JSON.parse(text)
    const { kind, version, name, recordedAt = '', exchanges } = found
    const isWhole =
      typeof name === 'string' && !Number.isNaN(Date.parse(recordedAt)) && Array.isArray(exchanges)
    return kind === 'flagship-recording' && version === 1 && isWhole ? (found as RecordedScenario) : undefined
  } catch {
    return undefined
  }
}
