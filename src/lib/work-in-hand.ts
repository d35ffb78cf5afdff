import { storage } from './storage'

type Check = () => boolean

const checks = new Set<Check>()

/** Where several lines are written: flags, and the message to the team. */
const hasWritten = (): boolean => [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')

/** What a field began with is no text of the person's; what is searched for stands in the address. */
const isTyped = ({ type, readOnly, hidden, value, defaultValue }: HTMLInputElement): boolean =>
  /^(?:text|email|password|url|tel)$/.test(type) && !readOnly && !hidden && value !== defaultValue

const hasTyped = (): boolean => hasWritten() || [...document.querySelectorAll('input')].some(isTyped)

/** An exam that runs, by its own note (registry, `flagship.exam`), and what parts of the application hold. */
const isHeld = (): boolean => storage.get('flagship.exam') !== null || [...checks].some(check => check())

/** What a person has begun and a reload, however much of it is kept, would tear out of their hands. */
export const workInHand = {
  /** For what is neither in a field nor in storage: a connected terminal, a chosen file, a write on its way. The returned function ends it. */
  add: (check: Check): (() => void) => {
    checks.add(check)
    return () => {
      checks.delete(check)
    }
  },
  /** Whether a reload has to be asked for, now. */
  isAny: (): boolean => isHeld() || hasTyped(),
  /** Whether the person leaves a text behind who leaves the page. A form that was sent is gone with its page. */
  isLeft: hasWritten,
}
