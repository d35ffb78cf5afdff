import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type Announcement, announcements } from '../lib/announce'
import { useIsClient } from '../lib/hydration'

const none: readonly Announcement[] = []

/** Children of `body`, because an open dialog hides the rest of the app from screen readers. */
export function Announcer() {
  const entries = useSyncExternalStore(announcements.subscribe, announcements.get, () => none)
  if (!useIsClient()) return null
  return createPortal(
    <div data-announcer>
      <Region role="status" live="polite" entries={entries} />
      <Region role="alert" live="assertive" entries={entries} />
    </div>,
    document.body,
  )
}

type RegionProps = {
  role: 'status' | 'alert'
  live: Announcement['politeness']
  entries: readonly Announcement[]
}

function Region({ role, live, entries }: RegionProps) {
  return (
    <div role={role} aria-live={live} aria-atomic={false} aria-relevant="additions" className="sr-only">
      {entries
        .filter(entry => entry.politeness === live)
        .map(entry => (
          <p key={entry.id}>{entry.text}</p>
        ))}
    </div>
  )
}
