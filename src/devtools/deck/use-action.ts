import { useState } from 'react'

export interface Action {
  isPending: boolean
  /** What has been done, in the words of the panel. */
  done: string | null
  /** Why it was not done: a sentence of the platform, in English. */
  failure: string | null
  /** Does it; while it is under way another one is not begun. */
  run: (work: () => Promise<unknown>, done?: string) => void
}

/** One thing that is done to the platform at a time, and what became of it. */
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
