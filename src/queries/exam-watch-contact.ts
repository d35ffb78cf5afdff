import type { ContactEvent } from '../api/contact'
import { groupOperation } from './exam-watch-answers'

/** Failures in a row that pass in silence: one lost answer is no news. */
const silentFailures = 1

interface JudgeDeps {
  /** Asks for the group, to know whether it is the platform or only one of its parts. */
  check: () => void
  onChange: (isCut: boolean) => void
}

/** Judges by the outcome of every call whether the platform can be reached. One broken part of it is no outage. */
export const judgeContact = ({ check, onChange }: JudgeDeps) => {
  let failures = 0
  let isPollLost = false
  return ({ operation, failure }: ContactEvent): void => {
    if (!failure) {
      failures = 0
      isPollLost = false
      onChange(false)
      return
    }
    failures += 1
    if (operation === groupOperation) isPollLost = true
    if (failures <= silentFailures) return
    if (isPollLost) onChange(true)
    else check()
  }
}
