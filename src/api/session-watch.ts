import type { ApiClient } from './client'
import type { ApiDeps } from './deps'
import type { SessionChannel } from './session-channel'
import type { SessionCore } from './session-core'

export type SessionParts = {
  core: SessionCore
  refresh: () => Promise<void>
  client: ApiClient
  channel: SessionChannel
  deps: Pick<ApiDeps, 'storage' | 'clock' | 'events' | 'isSilent' | 'log'>
}

/** Keeps this tab in step with the others, and with what happened while it was away. */
export const watchSession = ({ core, refresh, channel, deps }: SessionParts, start: () => Promise<void>) => {
  const ignore = () => {}
  const handlers: Record<string, (event: Event) => void> = {
    storage: event => {
      const key = 'key' in event ? event.key : null
      // A null key is `clear()`. The event itself may be forged, so only the real state counts.
      if (key === null || key === 'token') core.recheck()
    },
    pageshow: event => {
      if (!('persisted' in event) || event.persisted !== true) return
      core.recheck()
      // Back from the browser's page cache: another person may have signed in meanwhile.
      const stored = deps.storage.get('token')
      if (stored !== null && stored !== core.token()) refresh().catch(ignore)
    },
    online: () => {
      if (core.getState().status === 'starting') start().catch(ignore)
    },
  }
  let watched: EventTarget | null = null
  let isOn = false
  return {
    on(): void {
      if (isOn) return
      isOn = true
      channel.open(core.hear)
      watched = deps.events()
      for (const [name, handler] of Object.entries(handlers)) watched?.addEventListener(name, handler)
    },
    off(): void {
      isOn = false
      channel.close()
      for (const [name, handler] of Object.entries(handlers)) watched?.removeEventListener(name, handler)
    },
  }
}
