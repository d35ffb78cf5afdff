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

/**
 * Sends a message as multipart `text` and `files` (specification §7, `POST feedback`). Fails with an `ApiError`; of kind
 * `aborted` when the signal stopped it.
 */
export const useSendFeedback = () => {
  // A file of 5 MB has no place in the cache once it is sent.
  const { mutateAsync } = useMutation({ ...mutation('post', '/feedback'), gcTime: 0 })
  return useCallback(
    async ({ text, file }: FeedbackMessage, { signal, onProgress }: SendingHabits): Promise<void> => {
      const form = new FormData()
      form.append('text', text)
      if (file) form.append('files', file, file.name)
      await mutateAsync({
        body: { text },
        bodySerializer: () => form,
        fetch: uploadFetch(onProgress),
        signal,
      })
    },
    [mutateAsync],
  )
}
