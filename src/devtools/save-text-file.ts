import { clock } from '../lib/clock'
import { saveFile } from '../lib/save-file'

/** Downloads a text file, by default named like `flagship-20261122-084430.har`. */
export const saveTextFile = (text: string, ending: string, name?: string): void => {
  const stamp = new Date(clock.now())
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:]/g, '')
    .replace('T', '-')
  void saveFile(new Blob([text]), `${name ?? `flagship-${stamp}`}.${ending}`, new AbortController().signal)
}
