import { storage } from './storage'

type Check = () => boolean

const checks = new Set<Check>()

/** Multi-line fields: flags and feedback. */
const hasTextareaText = (): boolean =>
  [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')

/** Ignores initial values and search fields, whose text is in the URL. */
const isTyped = ({ type, readOnly, hidden, value, defaultValue }: HTMLInputElement): boolean =>
  /^(?:text|email|password|url|tel)$/.test(type) && !readOnly && !hidden && value !== defaultValue

const hasTypedText = (): boolean => hasTextareaText() || [...document.querySelectorAll('input')].some(isTyped)

/** A running exam (storage key `flagship.exam`) or a registered check. */
const isBlocked = (): boolean => storage.get('flagship.exam') !== null || [...checks].some(check => check())

/** What a reload would lose. */
export const unsavedChanges = {
  /** For what is neither in a field nor in storage: a connected terminal, a chosen file, a pending write. */
  add: (check: Check): (() => void) => {
    checks.add(check)
    return () => {
      checks.delete(check)
    }
  },
  /** Whether to ask before a reload. */
  isAny: (): boolean => isBlocked() || hasTypedText(),
  /** Whether leaving the page loses text. A submitted form is gone with its page. */
  isTextLost: hasTextareaText,
}
