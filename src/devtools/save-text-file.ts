import { clock } from '../lib/clock'
import { saveFile } from '../lib/save-file'

/** Hands a text to the browser's downloads, as `flagship-20261122-084430.har` unless it has a name. Nothing withdraws it: a snapshot holds the session of a made-up person, everything else has been masked. */
export const saveTextFile = (text: string, ending: string, name?: string): void => {
  const stamp = new Date(clock.now())
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:]/g, '')
    .replace('T', '-')
  void saveFile(new Blob([text]), `${name ?? `flagship-${stamp}`}.${ending}`, new AbortController().signal)
}
