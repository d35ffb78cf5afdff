import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 500
const REQUEST_TIMEOUT_MS = 5000

/** Returns at the first HTTP response whatever its status, or when the time is over. */
export async function waitForServer(
  url: string,
  seconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const endsAt = Date.now() + seconds * 1000
  while (Date.now() < endsAt && !signal?.aborted) {
    const limit = AbortSignal.timeout(Math.min(REQUEST_TIMEOUT_MS, Math.max(endsAt - Date.now(), 1)))
    const isThere = await fetch(url, { redirect: 'manual', signal: limit }).then(
      response => response.body?.cancel().then(() => true) ?? true,
      () => false,
    )
    if (isThere) return
    await sleep(Math.min(RETRY_MS, Math.max(endsAt - Date.now(), 0)))
  }
}
