import { main } from './drift'
import { openKnowledge } from './open-knowledge'

// Reading the contract with all of its lines takes longer than most runs of a test.
const knowledge = openKnowledge()

/** For tests: the command with what it said. The signal ends a recording; `onError` sees what is said on standard error. */
export async function runUntil(
  ending: { readonly signal: AbortSignal; readonly onError: (text: string) => void } | undefined,
  ...argv: string[]
) {
  let out = ''
  let err = ''
  const io = {
    env: {},
    out: {
      write: (text: string) => {
        out += text
      },
    },
    err: {
      write: (text: string) => {
        err += text
        ending?.onError(text)
      },
    },
    ...(ending && { signal: ending.signal }),
    now: () => new Date('2026-11-22T05:00:00Z'),
  }
  const code = await main(argv, io, () => knowledge)
  return { code, out, err }
}
