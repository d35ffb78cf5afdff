import { useEffect, useState } from 'react'
import { clock } from '../../lib/clock'
import { getMessageLength, MAX_MESSAGE_LENGTH, truncateMessage } from '../../lib/feedback-rules'
import { storage } from '../../lib/storage'
import type { UserKey } from '../../lib/user-key'
import type { FeedbackMemory } from './feedback-memory'

const SAVE_DELAY_MS = 300

/** The unsent message, stored in local storage under `FeedBack`. */
export interface FeedbackDraft {
  read(): string
  /** Stores the text after a pause in typing. */
  save(text: string): void
  /** Stores pending text now. */
  flush(): void
  clear(): void
}

const createDraft = (userId: UserKey, memory: FeedbackMemory): FeedbackDraft => {
  let pendingText: string | null = null
  let stop = () => {}

  const flush = (): void => {
    stop()
    if (pendingText === null) return
    const text = pendingText
    pendingText = null
    // Another user has signed in in another tab: this is not their draft.
    if (storage.get('flagship.user') !== String(userId)) return
    memory.longText = getMessageLength(text) > MAX_MESSAGE_LENGTH ? text : null
    if (text === '') storage.remove('FeedBack')
    else storage.set('FeedBack', truncateMessage(text))
  }

  return {
    read: () => memory.longText ?? storage.get('FeedBack') ?? '',
    save(text) {
      stop()
      pendingText = text
      stop = clock.after(SAVE_DELAY_MS, flush)
    },
    flush,
    clear() {
      stop()
      pendingText = null
      memory.longText = null
      storage.remove('FeedBack')
    },
  }
}

/** The draft of the open dialog; flushed when it closes or the page is hidden. */
export const useFeedbackDraft = (userId: UserKey, memory: FeedbackMemory): FeedbackDraft => {
  const [draft] = useState(() => createDraft(userId, memory))
  useEffect(() => {
    const flushHidden = () => {
      if (document.visibilityState === 'hidden') draft.flush()
    }
    document.addEventListener('visibilitychange', flushHidden)
    window.addEventListener('pagehide', draft.flush)
    return () => {
      document.removeEventListener('visibilitychange', flushHidden)
      window.removeEventListener('pagehide', draft.flush)
      draft.flush()
    }
  }, [draft])
  return draft
}
