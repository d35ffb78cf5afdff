import { type Exchange, headerOf } from '../../lib/judge/exchange'

/** After how many seconds an answer 429 lets the question be asked again; undefined where it is none, or does not say. */
export function secondsOfLimit({ response }: Exchange, now: number): number | undefined {
  if (response?.status !== 429) return undefined
  const text = headerOf(response.headers, 'retry-after') ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now) / 1000))
}
