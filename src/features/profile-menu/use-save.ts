import { errorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { toast } from '../../lib/toast'
import { useIsUnmounted } from '../../lib/use-is-unmounted'

interface Outcomes {
  onSaved: () => void
  onFailed: (error: unknown) => void
}

/** Runs a request of a form. If the form was unmounted meanwhile, the outcome is a toast. */
export const useSave = (
  savedText: string,
  { onSaved, onFailed, failedText = errorMessage }: Outcomes & { failedText?: (error: unknown) => string },
) => {
  const isUnmounted = useIsUnmounted()
  return async (call: () => Promise<void>): Promise<void> => {
    try {
      await call()
    } catch (error) {
      if (isUnmounted()) toast.error(failedText(error), { id: 'account' })
      else onFailed(error)
      return
    }
    if (isUnmounted()) {
      toast.success(savedText, { id: 'account' })
      return
    }
    announce(savedText)
    onSaved()
  }
}
