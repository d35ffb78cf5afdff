import { useMutation } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { mutation } from '../../api/query'
import { type UploadProgress, uploadFetch } from '../../api/upload'
import { shortErrorMessage } from '../../i18n/error-messages'
import { useRetryAfter } from '../../lib/cooldowns'
import { useOnUnmount } from '../../lib/hooks'
import { connection } from '../../lib/online'
import { MAX_MESSAGE_LENGTH } from '../../lib/safe-text'
import { type ChoiceProblem, getMessageLength, isBlank } from './model'

/** `mayHaveArrived`: everything was uploaded, but no response came. */
export type SendState =
  | { kind: 'writing' }
  | { kind: 'sending'; progress: UploadProgress | null }
  | { kind: 'stopped'; mayHaveArrived: boolean }
  | { kind: 'failed'; error: unknown; mayHaveArrived: boolean }
  /** The file was moved, changed or deleted after it was chosen. */
  | { kind: 'unreadable' }
  | { kind: 'sent' }

/** State that survives closing the dialog, besides the stored draft. */
export interface FeedbackMemory {
  /** A text over the limit, whole; null if the draft has all of it. */
  longText: string | null
  file: File | null
  /** How the last attempt ended, shown when the dialog opens again. */
  outcome: SendState | null
}

class UnreadableFile extends Error {}

/** Reads the file before sending: a deleted file is reported at once, and a resend has the same bytes. */
const readFile = async (file: File): Promise<ArrayBuffer> => {
  try {
    return await file.arrayBuffer()
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

const escapeFileName = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

interface MultipartBody {
  contentType: string
  bytes: ArrayBuffer
}

/**
 * Encoded by hand: `FormData` converts line breaks to CRLF, which the server counts against the limit, and WebKit can't
 * read a request back whose body holds a file.
 */
const encodeMultipart = async (text: string, file: File | null): Promise<MultipartBody> => {
  // biome-ignore lint/nursery/noJsRestrictedProperties: a boundary that the text cannot contain
  const boundary = `flagship-${[Math.random(), Math.random()].map(number => number.toString(36).slice(2)).join('')}`
  const head = (fields: string) => `--${boundary}\r\nContent-Disposition: form-data; ${fields}\r\n`
  const parts: BlobPart[] = [head('name="text"'), '\r\n', text.replaceAll('\r\n', '\n'), '\r\n']
  if (file) {
    const type = file.type || 'application/octet-stream'
    parts.push(head(`name="files"; filename="${escapeFileName(file.name)}"`))
    parts.push(`Content-Type: ${type}\r\n\r\n`, await readFile(file), '\r\n')
  }
  const bytes = await new Blob([...parts, `--${boundary}--\r\n`]).arrayBuffer()
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes }
}

/** Sends one message at a time, as multipart. A failure stays in this state: nothing is thrown. */
export const useFeedbackSending = (
  initialState: SendState | null,
  onSent: (text: string, answer: unknown) => void,
) => {
  // Don't cache a file of up to 5 MB.
  const { mutateAsync: post } = useMutation({ ...mutation('sendFeedback'), gcTime: 0 })
  const [state, setState] = useState<SendState>(initialState ?? { kind: 'writing' })
  const controller = useRef<AbortController | null>(null)
  useOnUnmount(() => controller.current?.abort())

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
      const { contentType, bytes } = await encodeMultipart(text, file)
      const answer = await post({
        body: { text },
        bodySerializer: () => bytes,
        headers: { 'Content-Type': contentType },
        fetch: uploadFetch(trackProgress),
        signal: control.signal,
      })
      onSent(text, answer)
      setState({ kind: 'sent' })
    } catch (thrown) {
      setState(toFinalState(thrown, last))
    } finally {
      controller.current = null
    }
  }
  return {
    state,
    send,
    /** Cancels the upload; message and file stay. Returns how it ended. */
    stop: (): SendState => {
      controller.current?.abort()
      return { kind: 'stopped', mayHaveArrived: state.kind === 'sending' && isFullyUploaded(state.progress) }
    },
    /** Clears the last outcome. */
    reset: () => setState({ kind: 'writing' }),
  }
}

interface MessagesInput {
  text: string
  hasFile: boolean
  fileProblem: ChoiceProblem | null
  state: SendState
}

/** All messages of the form, each with its target. */
export const useFeedbackMessages = ({ text, hasFile, fileProblem, state }: MessagesInput) => {
  const { t } = useTranslation(['feedback', 'errors'])
  const failure = state.kind === 'failed' ? state : null
  const error = failure?.error instanceof ApiError ? failure.error : null
  const wait = useRetryAfter(error)
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)

  const target = getTarget(state, hasFile)
  const fileFailure = state.kind === 'unreadable' ? 'unreadable' : error?.status === 413 ? 'large' : 'refused'
  const problem = fileProblem ?? (target === 'file' ? fileFailure : null)
  // After `Retry-After` has passed the error is no longer shown.
  const isPauseOver = (error?.retryAfter ?? 0) > 0 && wait === 0
  const arrivalNote = failure?.mayHaveArrived ? ` ${t('maybeArrived')}` : ''
  const formMessage =
    failure &&
    `${endWithPeriod(shortErrorMessage(failure.error))}${arrivalNote} ${t(hasFile ? 'draftSavedWithFile' : 'draftSaved')}`

  const disabledReasons = [
    isBlank(text) && t('refused.empty'),
    getMessageLength(text) > MAX_MESSAGE_LENGTH && t('refused.long'),
    wait > 0 && t('refused.wait', { seconds: wait }),
    !isOnline && t('refused.offline'),
  ]
  return {
    target,
    form: target === 'form' && !isPauseOver ? formMessage : null,
    text: target === 'text' ? t('message.refused') : null,
    /** Under the file. One that is too large has the same message from the client and the server. */
    file:
      problem &&
      (problem === 'large' ? t('file is too large', { ns: 'errors' }) : t(`file.problem.${problem}`)),
    /** Beside the button. */
    disabledReason: disabledReasons.find(reason => reason !== false),
    notice: state.kind === 'stopped' ? t(state.mayHaveArrived ? 'stoppedAfterSending' : 'stopped') : null,
  }
}

/** Short messages have no full stop; here another sentence follows. */
const endWithPeriod = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Which part of the form a failure belongs to. */
const getTarget = (state: SendState, hasFile: boolean): 'file' | 'text' | 'form' | null => {
  if (state.kind === 'unreadable') return 'file'
  if (state.kind !== 'failed') return null
  const { error } = state
  if (!(error instanceof ApiError)) return 'form'
  if (hasFile && (error.status === 413 || error.fields?.files !== undefined)) return 'file'
  return error.status === 422 && error.fields?.text !== undefined ? 'text' : 'form'
}
