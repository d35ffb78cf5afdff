/** Larger answers are seen, and their bodies are not kept. */
export const mostBytes = 5 * 1024 * 1024

/** A body read to its end; undefined where it is larger than is kept, or breaks off. */
export const readLimited = async (body: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> => {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      if (size > mostBytes) {
        // The page's own half of the answer reads on.
        reader.cancel().catch(() => undefined)
        return undefined
      }
      chunks.push(value)
    }
  } catch {
    return undefined
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
