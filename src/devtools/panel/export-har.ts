import { SessionMask } from '../../../scripts/lib/masking/mask-session'
import { type TimedExchange, writeHar } from '../../../scripts/lib/write-har'
import type { ObservedExchange } from '../observe/observed-exchanges'
import { whenIdle } from '../observe/when-idle'

/**
 * Exports a HAR for `npm run contract:drift -- --har FILE`, without secrets and personal names. Masking is slow, so it runs in
 * idle callbacks.
 */
export const exportHar = async (observed: readonly ObservedExchange[]): Promise<string> => {
  const { contract } = await import('../observe/contract')
  const session = new SessionMask(contract.document)
  for (const { exchange } of observed) {
    await waitForIdle()
    session.learn(exchange)
  }
  const masked: TimedExchange[] = []
  for (const { exchange, at } of observed) {
    await waitForIdle()
    masked.push({ exchange: session.mask(exchange), at })
  }
  return writeHar(masked)
}

const waitForIdle = () => new Promise<void>(resolve => whenIdle(resolve))
