import { errorText } from '../../i18n/error-text'
import { announce } from '../../lib/announce'
import { toast } from '../../lib/toast'
import { useIsUnmounted } from '../../lib/use-is-unmounted'

interface Outcomes {
  onSaved: () => void
  onFailed: (error: unknown) => void
}

/** Runs a call of an open form. When its form has been closed meanwhile, a toast is the place to say how it ended. */
export const useSaving = (
  savedText: string,
  { onSaved, onFailed, failedText = errorText }: Outcomes & { failedText?: (error: unknown) => string },
) => {
  const isGone = useIsUnmounted()
  return async (call: () => Promise<void>): Promise<void> => {
    try {
      await call()
    } catch (error) {
      if (isGone()) toast.error(failedText(error), { id: 'account' })
      else onFailed(error)
      return
    }
    if (isGone()) {
      toast.success(savedText, { id: 'account' })
      return
    }
    announce(savedText)
    onSaved()
  }
}
