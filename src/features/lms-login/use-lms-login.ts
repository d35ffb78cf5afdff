import { useEffect, useState } from 'react'
import { isRefusal } from '../../api/errors'
import type { Session } from '../../api/session'
import type { Arrival } from '../../lib/arrival'

/** How the login through the learning system stands. While it is well there is nothing after `pending`: the guard leads home. */
export type LmsOutcome =
  /** The address had no code: whoever reloads or comes Back has none either. */
  | { kind: 'missing' }
  | { kind: 'pending' }
  /** The one generic marker of the specification's §7 for whatever the reason was. */
  | { kind: 'refused'; tries: number }
  /** No answer came, so the same code may be good still. `tries` counts how often. */
  | { kind: 'unanswered'; code: string; error: unknown; tries: number; isPending: boolean }

const begin = (arrival: Arrival): LmsOutcome => {
  if (arrival.peek('error') !== null) return { kind: 'refused', tries: 0 }
  return { kind: arrival.peek('code') === null ? 'missing' : 'pending' }
}

/**
 * Spends the code that the address brought, once: it is taken out of the arrival at the first showing, so neither
 * StrictMode's second effect nor a later visit of this page finds it. Sending it again takes a click.
 */
export const useLmsLogin = (session: Session, arrival: Arrival) => {
  const [outcome, setOutcome] = useState(() => begin(arrival))

  const spend = async (code: string, tries: number): Promise<void> => {
    try {
      await session.completeLmsLogin(code)
      // A code that was spent before answers with the login of that time, which may be over.
      if (session.getState().status !== 'authenticated') setOutcome({ kind: 'refused', tries })
    } catch (error) {
      if (isRefusal(error)) setOutcome({ kind: 'refused', tries })
      else setOutcome({ kind: 'unanswered', code, error, tries: tries + 1, isPending: false })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the code is spent at the first showing, whatever changes later.
  useEffect(() => {
    const error = arrival.take('error')
    const code = arrival.take('code')
    if (code !== null && error === null) void spend(code, 0)
  }, [])

  const retry = async (): Promise<void> => {
    if (outcome.kind !== 'unanswered' || outcome.isPending) return
    setOutcome({ ...outcome, isPending: true })
    await spend(outcome.code, outcome.tries)
  }

  return { outcome, retry }
}
