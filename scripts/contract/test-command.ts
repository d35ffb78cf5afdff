import { loadCheckContext } from './check-context'
import { main } from './drift'

const context = loadCheckContext()

export async function runCommand(
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
  const code = await main(argv, io, () => context)
  return { code, out, err }
}
