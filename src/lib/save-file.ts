import { clock } from './clock'

/** Some browsers read the file only once the person has agreed to the download. */
const readingTime = 40_000

/**
 * Hands a file to the browser's downloads. Nothing of it stays: the link is gone at once, the file's address after the
 * time that the browser may need, or when `signal` aborts. Resolves then.
 * @param name already safe, see `safeFileName`
 */
export const saveFile = (content: Blob, name: string, signal: AbortSignal): Promise<void> => {
  // Never of a type that could be opened as a page of this site.
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
    const stop = clock.after(readingTime, release)
    signal.addEventListener('abort', release)
  })
}

/** The session, as far as a file needs it. */
interface Leaving {
  onForget(listener: () => void): () => void
}

/**
 * Hands a text to the browser's downloads as a file; whoever logs out meanwhile leaves no address of it behind. Throws where
 * the browser refuses.
 * @param name already safe, see `safeFileName`
 */
export const saveText = (session: Leaving, text: string, name: string): void => {
  const life = new AbortController()
  const stop = session.onForget(() => life.abort())
  void saveFile(new Blob([text]), name, life.signal).then(stop)
}
