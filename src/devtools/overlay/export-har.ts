import { SessionMask } from '../../../scripts/lib/masking/mask-session'
import { type TimedExchange, writeHar } from '../../../scripts/lib/write-har'
import type { ObservedExchange } from '../observe/observed-exchanges'
import { whenIdle } from '../observe/when-idle'

/**
 * The exchanges as a HAR without secrets and names of people, which `npm run contract:drift -- --har FILE` reads. A
 * large answer takes a while to read and to mask, so each waits for an idle moment of the page.
 */
export const exportHar = async (observed: readonly ObservedExchange[]): Promise<string> => {
  const { contract } = await import('../observe/contract')
  const session = new SessionMask(contract.document)
  for (const { exchange } of observed) {
    await idleMoment()
    session.learn(exchange)
  }
  const masked: TimedExchange[] = []
  for (const { exchange, at } of observed) {
    await idleMoment()
    masked.push({ exchange: session.mask(exchange), at })
  }
  return writeHar(masked)
}

const idleMoment = () => new Promise<void>(resolve => whenIdle(resolve))
