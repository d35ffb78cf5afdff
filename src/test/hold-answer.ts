import type { Fault } from '../../mocks/platform/faults'

/** A fault that holds the answer back until `answer` is called. */
export const holdAnswer = () => {
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  return { fault: { kind: 'wait', until } satisfies Fault, answer: () => answer() }
}
