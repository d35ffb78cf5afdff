import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkWritable } from '../files'
import type { Io } from '../io'
import type { CheckOptions } from '../options'
import { counted } from '../report/formatting'
import { startRecorder } from '../traffic/start-recorder'
import { loginSecrets } from './login-secrets'

/** Records until the signal; returns the file. Throws an InputError for an invalid target, file or port. */
export async function recordTraffic({ url = '', proxy, out, logins }: CheckOptions, io: Io): Promise<string> {
  const file = proxy?.file ?? join(out ?? '.', 'contract-traffic.ndjson')
  await checkWritable([file])
  // Do not check an earlier recording again; a file that was named is continued.
  if (proxy?.file === undefined) await rm(file, { force: true })
  const recorder = await startRecorder({
    target: new URL(url).origin,
    port: proxy?.port ?? 0,
    file,
    secrets: loginSecrets(logins),
  })
  const base = new URL(url).pathname
  io.err.write(
    `Recording: send the calls to ${recorder.url}${base === '/' ? '' : base} instead of ${url}.\n` +
      `They are written to ${file}; Ctrl+C ends the recording and checks it.\n`,
  )
  await ended(io.signal)
  const count = recorder.count()
  await recorder.close()
  io.err.write(`Recorded ${counted(count, 'exchange')}.\n`)
  return file
}

function ended(signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    if (!signal || signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
