/** Larger bodies are not stored. */
export const MAX_BYTES = 5 * 1024 * 1024

/** Reads a body to its end; undefined if it is too large or incomplete. */
export const readLimited = async (body: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> => {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      if (size > MAX_BYTES) {
        // The page's own branch of the tee is not affected.
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
