import { act } from '@testing-library/react'
import { feedbackDialog } from '../features/feedback/feedback-store'
import { terminalStore } from '../features/terminal/terminal-store'
import { announcements } from '../lib/announce'
import { setClock } from '../lib/clock'
import { clearCooldowns } from '../lib/cooldowns'
import { drafts } from '../lib/drafts'
import { serverClock } from '../lib/server-clock'
import { shortcutsDialog } from '../lib/shortcuts-dialog'
import { storage, storageRegistry } from '../lib/storage'
import { titlePrefix } from '../lib/title-prefix'
import { toast } from '../lib/toast'
import { examStore } from '../queries/exam-watch-store'
import { noteHidden } from '../queries/lab-learning'
import { labTracker } from '../queries/lab-tracker'

/**
 * Makes the stores of the modules what they are on a fresh page. Page tests share one load of the application in each
 * worker, so what one leaves behind would be the next one's surprise, in an order that no run repeats.
 */
export const leaveClean = (): void => {
  setClock(null)
  serverClock.reset()
  act(() => {
    labTracker.leave()
    examStore.leave()
    terminalStore.close()
    feedbackDialog.close()
    shortcutsDialog.close()
    titlePrefix.set('exam', '')
    titlePrefix.set('lab', '')
    announcements.clear()
    toast.clear()
    clearCooldowns()
  })
  noteHidden()
  drafts.clear()
  for (const key of Object.keys(storageRegistry) as (keyof typeof storageRegistry)[]) storage.remove(key)
}
