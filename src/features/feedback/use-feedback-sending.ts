import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/errors'
import type { UploadProgress } from '../../api/upload'
import { useSendFeedback } from '../../queries/feedback'

/** `mayHaveArrived`: everything was uploaded, but no response came. */
export type SendState =
  | { kind: 'writing' }
  | { kind: 'sending'; progress: UploadProgress | null }
  | { kind: 'stopped'; mayHaveArrived: boolean }
  | { kind: 'failed'; error: unknown; mayHaveArrived: boolean }
  /** The file was moved, changed or deleted after it was chosen. */
  | { kind: 'unreadable' }
  | { kind: 'sent' }

class UnreadableFile extends Error {}

/** Reads the file before sending: a deleted file is reported at once, and a resend has the same bytes. */
const readFile = async (file: File): Promise<File> => {
  try {
    return new File([await file.arrayBuffer()], file.name, { type: file.type })
  } catch (cause) {
    throw new UnreadableFile('The file cannot be read.', { cause })
  }
}

const isFullyUploaded = (progress: UploadProgress | null): boolean =>
  progress !== null && progress.total > 0 && progress.loaded >= progress.total

const toFinalState = (thrown: unknown, progress: UploadProgress | null): SendState => {
  if (thrown instanceof UnreadableFile) return { kind: 'unreadable' }
  const isUnanswered = thrown instanceof ApiError && thrown.kind !== 'http' && thrown.kind !== 'badResponse'
  const mayHaveArrived = isUnanswered && isFullyUploaded(progress)
  if (thrown instanceof ApiError && thrown.kind === 'aborted') return { kind: 'stopped', mayHaveArrived }
  return { kind: 'failed', error: thrown, mayHaveArrived }
}

/**
 * Sends one message at a time. A failure stays in this state: nothing is thrown.
 * @param initialState how the last attempt ended, if the dialog was closed since
 */
export const useFeedbackSending = (initialState: SendState | null, onSent: () => void) => {
  const post = useSendFeedback()
  const [state, setState] = useState<SendState>(initialState ?? { kind: 'writing' })
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const send = async (text: string, file: File | null): Promise<void> => {
    if (controller.current) return
    const control = new AbortController()
    controller.current = control
    let last: UploadProgress | null = null
    const trackProgress = (progress: UploadProgress) => {
      last = progress
      setState({ kind: 'sending', progress })
    }
    setState({ kind: 'sending', progress: null })
    try {
      const copy = file && (await readFile(file))
      await post({ text, file: copy }, { signal: control.signal, onProgress: trackProgress })
      onSent()
      setState({ kind: 'sent' })
    } catch (thrown) {
      setState(toFinalState(thrown, last))
    } finally {
      controller.current = null
    }
  }

  const stop = (): SendState => {
    controller.current?.abort()
    return { kind: 'stopped', mayHaveArrived: state.kind === 'sending' && isFullyUploaded(state.progress) }
  }

  return {
    state,
    send,
    /** Cancels the upload; message and file stay. Returns how it ended. */
    stop,
    /** Clears the last outcome. */
    reset: () => setState({ kind: 'writing' }),
  }
}
