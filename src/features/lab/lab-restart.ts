import { notifyManager } from '@tanstack/react-query'
import { api } from '../../api/api'
import { formatTaskRef, type TaskRef } from '../../api/task-ref'
import { clock } from '../../lib/clock'
import { getSessionStorage, LAB_RESTART_PREFIX } from '../../lib/drafts'
import { MINUTE_MS } from '../../lib/durations'
import { onOtherTab } from '../../lib/other-tabs'
import { storage } from '../../lib/storage'
import { createStore } from '../../lib/store'
import type { UserKey } from '../../lib/user'

/** A lab that is to be started again once it is off. */
interface LabRestart {
  key: string
  task: TaskRef
  /** False after a reload: then only the user starts the lab. */
  isAutomatic: boolean
}

/** A restart that takes longer is given up. */
const MAX_AGE_MS = 10 * MINUTE_MS

const getKey = (user: UserKey, task: TaskRef) => `${LAB_RESTART_PREFIX}${user}.${formatTaskRef(task)}`

const { get, set, subscribe } = createStore<LabRestart | null>(null)
let current: LabRestart | null = null
let stops: (() => void)[] = []

const follow = (restart: LabRestart, leftMs: number): LabRestart => {
  labRestart.end()
  current = restart
  stops = [
    clock.after(leftMs, () => labRestart.end(restart)),
    // The lab has been started there.
    onOtherTab('flagship.lab', () => {
      if (storage.get('flagship.lab') !== null) labRestart.end(restart)
    }),
  ]
  set(restart)
  return restart
}

/** The restart of a lab in this tab. `sessionStorage` tells of it after a reload. */
export const labRestart = {
  get,
  subscribe,

  begin(user: UserKey, task: TaskRef): LabRestart {
    const key = getKey(user, task)
    const restart = follow({ key, task, isAutomatic: true }, MAX_AGE_MS)
    try {
      getSessionStorage()?.setItem(key, String(clock.now()))
    } catch {
      // Full: a reload forgets the restart, and the lab can be started as always.
    }
    return restart
  },

  /** The restart that an earlier page of this tab has begun. */
  restore(user: UserKey, task: TaskRef): void {
    const key = getKey(user, task)
    const since = getSessionStorage()?.getItem(key) ?? null
    if (current !== null || since === null) return
    const leftMs = MAX_AGE_MS - (clock.now() - Number(since))
    if (leftMs > 0 && leftMs <= MAX_AGE_MS) follow({ key, task, isAutomatic: false }, leftMs)
    else getSessionStorage()?.removeItem(key)
  },

  isCurrent: (restart: LabRestart): boolean => restart === current,

  /** True for the first call only: whoever ends a restart may start the lab, once. */
  end(restart: LabRestart | null = current): boolean {
    if (restart === null || restart !== current) return false
    current = null
    for (const stop of stops) stop()
    getSessionStorage()?.removeItem(restart.key)
    // After what Query shows of the start, so that the lab is not shown as off in between.
    notifyManager.schedule(() => {
      if (get() === restart) set(null)
    })
    return true
  },
}

api.session.onClearUserData(() => labRestart.end())
