import { useEffect, useState } from 'react'
import { clock } from '../../lib/clock'
import { cutMessage, messageLength, messageLimit } from '../../lib/feedback-rules'
import { storage } from '../../lib/storage'
import type { UserKey } from '../../lib/user-key'
import type { FeedbackMemory } from './feedback-memory'

/** Milliseconds without typing after which the draft is stored (ux §5). */
const pause = 300

/** The message that is not sent yet, kept in local storage under `FeedBack` (specification §5). */
export interface FeedbackDraft {
  read(): string
  /** Stores the text once nobody has typed for a moment. */
  keep(text: string): void
  /** Stores at once what is waiting. */
  flush(): void
  /** It has been sent. */
  forget(): void
}

const createDraft = (userId: UserKey, memory: FeedbackMemory): FeedbackDraft => {
  let waiting: string | null = null
  let stop = () => {}

  const flush = (): void => {
    stop()
    if (waiting === null) return
    const text = waiting
    waiting = null
    // Somebody else has signed in meanwhile, in another tab: this is not their draft.
    if (storage.get('flagship.user') !== String(userId)) return
    memory.longText = messageLength(text) > messageLimit ? text : null
    if (text === '') storage.remove('FeedBack')
    else storage.set('FeedBack', cutMessage(text))
  }

  return {
    read: () => memory.longText ?? storage.get('FeedBack') ?? '',
    keep(text) {
      stop()
      waiting = text
      stop = clock.after(pause, flush)
    },
    flush,
    forget() {
      stop()
      waiting = null
      memory.longText = null
      storage.remove('FeedBack')
    },
  }
}

/** The draft of the dialog that is open; stored at the latest when that closes, or the page is hidden or left. */
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
