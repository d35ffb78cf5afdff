import { act } from '@testing-library/react'
import { noticeStarted } from '../api/notice-start'
import { examStore } from '../features/exam/exam-state'
import { feedbackDialog } from '../features/feedback/feedback-dialog'
import { endedGroupsOpen } from '../features/groups/group-list'
import { studentViewGroup } from '../features/groups/student-view'
import { labRestart } from '../features/lab/lab-restart'
import { clearStartClicks, labTracker } from '../features/lab/lab-storage'
import { commandPalette } from '../features/palette/palette-state'
import { terminalStore } from '../features/terminal/terminal-store'
import { titlePrefix } from '../i18n/use-document-title'
import { announcements } from '../lib/announce'
import { setClock } from '../lib/clock'
import { clearCooldowns } from '../lib/cooldowns'
import { clearTabData } from '../lib/drafts'
import { serverClock } from '../lib/server-clock'
import { shortcutsDialog } from '../lib/shortcuts'
import { storage, storageRegistry } from '../lib/storage'
import { toast } from '../lib/toast'

/** Resets module-level stores, because the test files of a worker share one load of the application. */
export const resetAppState = (): void => {
  setClock(null)
  serverClock.reset()
  act(() => {
    labTracker.reset()
    labRestart.end()
    examStore.dispatch({ kind: 'left' })
    endedGroupsOpen.set(false)
    noticeStarted.set(false)
    studentViewGroup.set(null)
    terminalStore.close()
    feedbackDialog.close()
    commandPalette.close()
    shortcutsDialog.close()
    titlePrefix.set('exam', '')
    titlePrefix.set('lab', '')
    announcements.clear()
    toast.clear()
    clearCooldowns()
  })
  clearStartClicks()
  clearTabData()
  for (const key of Object.keys(storageRegistry) as (keyof typeof storageRegistry)[]) storage.remove(key)
}
