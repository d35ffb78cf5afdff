import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { mutation } from '../api/query'
import { type UploadProgress, uploadFetch } from '../api/upload'

/** The file's content is read before, so that a retry sends the same bytes. */
export interface FeedbackMessage {
  text: string
  file: File | null
}

interface SendOptions {
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

const escapeFileName = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** Encoded by hand: `FormData` converts line breaks to CRLF, which the server counts against the limit. */
const encodeMultipart = ({ text, file }: FeedbackMessage): Blob => {
  const boundary = `flagship-${[Math.random(), Math.random()].map(number => number.toString(36).slice(2)).join('')}`
  const head = (fields: string) => `--${boundary}\r\nContent-Disposition: form-data; ${fields}\r\n`
  const parts: BlobPart[] = [head('name="text"'), '\r\n', text.replaceAll('\r\n', '\n'), '\r\n']
  if (file) {
    const type = file.type || 'application/octet-stream'
    parts.push(
      head(`name="files"; filename="${escapeFileName(file.name)}"`),
      `Content-Type: ${type}\r\n\r\n`,
      file,
    )
    parts.push('\r\n')
  }
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` })
}

/**
 * Sends feedback as multipart `text` and `files`. Rejects with an `ApiError`, of kind `aborted` when the signal aborts.
 */
export const useSendFeedback = () => {
  // Don't cache a file of up to 5 MB.
  const { mutateAsync } = useMutation({ ...mutation('post', '/feedback'), gcTime: 0 })
  return useCallback(
    async (message: FeedbackMessage, { signal, onProgress }: SendOptions): Promise<void> => {
      const form = encodeMultipart(message)
      await mutateAsync({
        body: { text: message.text },
        bodySerializer: () => form,
        headers: { 'Content-Type': form.type },
        fetch: uploadFetch(onProgress),
        signal,
      })
    },
    [mutateAsync],
  )
}
