import type { RecordedScenario } from '../recordings/recorded-scenario'

const files = import.meta.glob<RecordedScenario>('../recordings/*.json', { eager: true, import: 'default' })

/** Every recording of `mocks/recordings/`, by name. */
export const recordings: readonly RecordedScenario[] = Object.values(files)
