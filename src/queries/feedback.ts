import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { mutation } from '../api/query'
import { type UploadProgress, uploadFetch } from '../api/upload'

/** What a person writes to the team; the file has been read, so that it is the same when it is sent again. */
export interface FeedbackMessage {
  text: string
  file: File | null
}

interface SendingHabits {
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** A form by hand: `FormData` sends each line break as two characters, and a server counts them against the limit. */
const multipart = ({ text, file }: FeedbackMessage): Blob => {
  const boundary = `flagship-${[Math.random(), Math.random()].map(number => number.toString(36).slice(2)).join('')}`
  const head = (fields: string) => `--${boundary}\r\nContent-Disposition: form-data; ${fields}\r\n`
  const parts: BlobPart[] = [head('name="text"'), '\r\n', text.replaceAll('\r\n', '\n'), '\r\n']
  if (file) {
    const type = file.type || 'application/octet-stream'
    parts.push(head(`name="files"; filename="${quoted(file.name)}"`), `Content-Type: ${type}\r\n\r\n`, file)
    parts.push('\r\n')
  }
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` })
}

/**
 * Sends a message as multipart `text` and `files` (specification §7, `POST feedback`). Fails with an `ApiError`; of kind
 * `aborted` when the signal stopped it.
 */
export const useSendFeedback = () => {
  // A file of 5 MB has no place in the cache once it is sent.
  const { mutateAsync } = useMutation({ ...mutation('post', '/feedback'), gcTime: 0 })
  return useCallback(
    async (message: FeedbackMessage, { signal, onProgress }: SendingHabits): Promise<void> => {
      const form = multipart(message)
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
