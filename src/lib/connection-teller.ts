let tellers = 0
const listeners = new Set<() => void>()
const tell = (change: 1 | -1) => {
  tellers += change
  for (const listener of listeners) listener()
}

/** Who says that the connection is gone and back: the frame, unless a part that knows more has taken it over. */
export const connectionTeller = {
  /** While an exam runs its clock tells it, in words about the exam. The returned function gives it back. */
  take(): () => void {
    tell(1)
    let isMine = true
    return () => {
      if (isMine) tell(-1)
      isMine = false
    }
  },
  isTaken: (): boolean => tellers > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
