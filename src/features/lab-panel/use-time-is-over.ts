import { useState } from 'react'
import { serverClock } from '../../lib/server-clock'
import type { LabView } from '../../queries/lab-view'

/** The server stops a lab within a poll of its end; the answer may be read a moment before. */
const early = 2000

/**
 * Whether the lab went off because its time was over while the panel looked on. A lab that somebody stopped goes off
 * before its end, and one that was off when the page opened has nothing to say.
 */
export const useTimeIsOver = ({ state, expiresAt }: Pick<LabView, 'state' | 'expiresAt'>): boolean => {
  const [seen, setSeen] = useState<{ state: LabView['state']; end: number | null; isOver: boolean }>({
    state,
    end: expiresAt,
    isOver: false,
  })
  if (seen.state !== state || (state === 'ready' && seen.end !== expiresAt)) {
    const { end } = seen
    const isOver =
      state === 'off' && seen.state === 'ready' && end !== null && serverClock.now() >= end - early
    setSeen({ state, end: expiresAt, isOver })
  }
  return seen.state === state && seen.isOver
}
