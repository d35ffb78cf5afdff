import { useState } from 'react'

export interface Action {
  isPending: boolean
  /** The success message. */
  done: string | null
  /** The error message of the platform, in English. */
  failure: string | null
  /** Ignored while another action is running. */
  run: (work: () => Promise<unknown>, done?: string) => void
}

/** Runs one action at a time and stores its result. */
export const useAction = (): Action => {
  const [state, setState] = useState({ isPending: false, done: null, failure: null } as Omit<Action, 'run'>)
  const run: Action['run'] = (work, done) => {
    if (state.isPending) return
    setState({ isPending: true, done: null, failure: null })
    const end = (next: Partial<Action>) => setState({ isPending: false, done: null, failure: null, ...next })
    work().then(
      () => end({ done: done ?? null }),
      (error: unknown) => end({ failure: error instanceof Error ? error.message : String(error) }),
    )
  }
  return { ...state, run }
}
