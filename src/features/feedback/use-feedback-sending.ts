import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/errors'
import type { UploadProgress } from '../../api/upload'
import { useSendFeedback } from '../../queries/feedback'

/** Where a message is on its way. `mayHaveArrived`: all of it had gone, only no answer came. */
export type Sending =
  | { kind: 'writing' }
  | { kind: 'sending'; progress: UploadProgress | null }
  | { kind: 'stopped'; mayHaveArrived: boolean }
  | { kind: 'failed'; error: unknown; mayHaveArrived: boolean }
  /** The file was moved, changed or deleted after it had been chosen. */
  | { kind: 'unreadable' }
  | { kind: 'sent' }

class UnreadableFile extends Error {}

/**
 * Reads the file once, before anything is sent: what has vanished from the disk is known at once and by its name, and a
 * resend has the same bytes. Its content is never shown nor opened.
 */
const readWhole = async (file: File): Promise<File> => {
  try {
    return new File([await file.arrayBuffer()], file.name, { type: file.type })
  } catch (cause) {
    throw new UnreadableFile('The file cannot be read.', { cause })
  }
}

const isAllGone = (progress: UploadProgress | null): boolean =>
  progress !== null && progress.total > 0 && progress.loaded >= progress.total

const outcomeOf = (thrown: unknown, progress: UploadProgress | null): Sending => {
  if (thrown instanceof UnreadableFile) return { kind: 'unreadable' }
  const isUnanswered = thrown instanceof ApiError && thrown.kind !== 'http' && thrown.kind !== 'badResponse'
  const mayHaveArrived = isUnanswered && isAllGone(progress)
  if (thrown instanceof ApiError && thrown.kind === 'aborted') return { kind: 'stopped', mayHaveArrived }
  return { kind: 'failed', error: thrown, mayHaveArrived }
}

/**
 * Sends one message at a time, and only when asked to. "A feedback failure returns an empty list" (specification §7): a
 * failure goes no further than the state here; nothing is thrown, no other part of the screen hears of it.
 * @param first how the last sending ended, when the dialog was closed since
 */
export const useFeedbackSending = (first: Sending | null, onSent: () => void) => {
  const post = useSendFeedback()
  const [state, setState] = useState<Sending>(first ?? { kind: 'writing' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (text: string, file: File | null): Promise<void> => {
    if (running.current) return
    const control = new AbortController()
    running.current = control
    let last: UploadProgress | null = null
    const follow = (progress: UploadProgress) => {
      last = progress
      setState({ kind: 'sending', progress })
    }
    setState({ kind: 'sending', progress: null })
    try {
      const copy = file && (await readWhole(file))
      await post({ text, file: copy }, { signal: control.signal, onProgress: follow })
      onSent()
      setState({ kind: 'sent' })
    } catch (thrown) {
      setState(outcomeOf(thrown, last))
    } finally {
      running.current = null
    }
  }

  const stop = (): Sending => {
    running.current?.abort()
    return { kind: 'stopped', mayHaveArrived: state.kind === 'sending' && isAllGone(state.progress) }
  }

  return {
    state,
    send,
    /** Gives up what is under way; message and file stay. Says how it ended. */
    stop,
    /** Forgets how the last sending ended, because what it was about has changed. */
    reset: () => setState({ kind: 'writing' }),
  }
}
