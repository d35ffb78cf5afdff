import type { RecordedScenario } from '../recordings/recorded-scenario'

/** Those of a development server alone: what somebody recorded and has not read through must not go out with a site. */
const files =
  import.meta.env.VITE_RECORDINGS === 'on'
    ? import.meta.glob<string>('../recordings/*.json', { query: '?raw', import: 'default' })
    : {}

/** Every recording of `mocks/recordings/`. A file that holds none is told in the console and left out. */
export async function readRecordings(): Promise<RecordedScenario[]> {
  const read = await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      const recording = recordingOf(await load().catch(() => ''))
      if (!recording) console.warn(`${path} is no recording that can be played: it is left out.`)
      return recording ? [recording] : []
    }),
  )
  return read.flat()
}

function recordingOf(text: string): RecordedScenario | undefined {
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
