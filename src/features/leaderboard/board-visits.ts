import { type AppStorage, storage } from '../../lib/storage'

/** What is known of the own place on one group's board. */
export interface Visit {
  /** The place that was seen last, and when, by the device's clock in milliseconds. */
  place: number
  at: number
  /** The place at the end of the visit before; null in the very first visit. */
  before: number | null
}

/**
 * A visit ends when the board was not seen for this many milliseconds. A reload, a look at a task or another tab are
 * parts of one visit, so the change does not vanish with them; whoever works on a task for longer comes back to news.
 */
export const visitPause = 10 * 60_000

const mostGroups = 100

/** What is to be kept when a place is seen. A clock that was set back makes no new visit. */
export const seePlace = (kept: Visit | null, place: number, now: number): Visit => {
  if (!kept) return { place, at: now, before: null }
  const isSameVisit = now - kept.at < visitPause
  return { place, at: now, before: isSameVisit ? kept.before : kept.place }
}

/** By how many places somebody rose since the visit before; below zero when they fell, null when there was none. */
export const changeOf = ({ place, before }: Visit): number | null => (before === null ? null : before - place)

const parse = (text: string | null): Map<number, Visit> => {
  const visits = new Map<number, Visit>()
  for (const entry of text?.split(', ') ?? []) {
    const [group = 0, place = 0, at = 0, before = null] = entry.split(' ').map(Number)
    if (group > 0) visits.set(group, { place, at, before })
  }
  return visits
}

const write = (visits: ReadonlyMap<number, Visit>): string =>
  [...visits]
    .slice(-mostGroups)
    .map(([group, { place, at, before }]) =>
      [group, place, at, ...(before === null ? [] : [before])].join(' '),
    )
    .join(', ')

const put = (store: AppStorage, visits: Map<number, Visit>, groupId: number, visit: Visit): void => {
  // Put at the end anew: the board that was left alone longest is forgotten first.
  visits.delete(groupId)
  visits.set(groupId, visit)
  store.set('flagship.places', write(visits))
}

/** Keeps that a place is seen now, and tells what is known of it. A number that is no place of a board is not kept. */
export const keepPlace = (
  groupId: number,
  place: number,
  now: number,
  store: AppStorage = storage,
): Visit | null => {
  if (!Number.isSafeInteger(place) || place < 1 || place > 1e9) return null
  const visits = parse(store.get('flagship.places'))
  const visit = seePlace(visits.get(groupId) ?? null, place, now)
  put(store, visits, groupId, visit)
  return visit
}

/** The board goes out of sight. Nothing is kept for whoever has nothing there: another person may have come meanwhile. */
export const endLook = (groupId: number, now: number, store: AppStorage = storage): void => {
  const visits = parse(store.get('flagship.places'))
  const visit = visits.get(groupId)
  if (visit) put(store, visits, groupId, { ...visit, at: now })
}
