import { maskExchange } from '../../../scripts/lib/masking/mask'
import { type TimedExchange, writeHar } from '../../../scripts/lib/write-har'
import type { ObservedExchange } from '../observe/observed-exchanges'
import { whenIdle } from '../observe/when-idle'

/**
 * The exchanges as a HAR without secrets, which `npm run contract:drift -- --har FILE` reads. A large answer takes a
 * while to mask, so each waits for an idle moment of the page.
 */
export const exportHar = async (observed: readonly ObservedExchange[]): Promise<string> => {
  const masked: TimedExchange[] = []
  for (const { exchange, at } of observed) {
    await new Promise<void>(resolve => whenIdle(resolve))
    masked.push({ exchange: maskExchange(exchange), at })
  }
  return writeHar(masked)
}
