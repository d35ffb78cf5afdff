import { onTestFinished } from 'vitest'

/**
 * jsdom has no downloads.
 * @returns the files that a browser would have saved from now on, and the object URLs that are not revoked
 */
export const captureDownloads = () => {
  const saved: { name: string; content: Blob }[] = []
  const objectUrls = new Map<string, Blob>()
  let count = 0
  const capture = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement) || !event.target.href.startsWith('blob:')) return
    event.preventDefault()
    const content = objectUrls.get(event.target.href)
    if (content) saved.push({ name: event.target.download, content })
  }
  Object.assign(URL, {
    createObjectURL: (content: Blob) => {
      const address = `blob:test/${count++}`
      objectUrls.set(address, content)
      return address
    },
    revokeObjectURL: (address: string) => objectUrls.delete(address),
  })
  document.addEventListener('click', capture)
  onTestFinished(() => {
    document.removeEventListener('click', capture)
    Reflect.deleteProperty(URL, 'createObjectURL')
    Reflect.deleteProperty(URL, 'revokeObjectURL')
  })
  return { saved, objectUrls }
}
