import { clock } from './clock'

/** Some browsers read the file only after the user has confirmed the download. */
const REVOKE_DELAY_MS = 40_000

/** Revokes the object URL after `REVOKE_DELAY_MS` or when `signal` aborts, then resolves. */
export const saveFile = (content: Blob, name: string, signal: AbortSignal): Promise<void> => {
  // Prevents the browser from opening it as a page of this origin.
  const address = URL.createObjectURL(content.slice(0, content.size, 'application/octet-stream'))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  return new Promise(resolve => {
    const release = () => {
      stop()
      signal.removeEventListener('abort', release)
      URL.revokeObjectURL(address)
      resolve()
    }
    const stop = clock.after(REVOKE_DELAY_MS, release)
    signal.addEventListener('abort', release)
  })
}

interface SessionEvents {
  onClearUserData(listener: () => void): () => void
}

/** Revokes the URL when the user logs out. Throws where the browser refuses. */
export const saveText = (session: SessionEvents, text: string, name: string): void => {
  const life = new AbortController()
  const stop = session.onClearUserData(() => life.abort())
  void saveFile(new Blob([text]), name, life.signal).then(stop)
}
