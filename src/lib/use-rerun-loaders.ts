import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { settleFocus } from './settle-focus'
import { shownData } from './shown-data'

/** What every Retry of a failed page does: forget the failure, run the loaders, and put the focus where the page now is. */
export const useRerunLoaders = () => {
  const router = useRouter()
  const [isPending, setPending] = useState(false)
  const rerun = async (): Promise<void> => {
    setPending(true)
    // Both are needed: the boundary keeps the failure, the router keeps the page (design §5, trap 13).
    shownData.forgetFailures()
    await router.invalidate()
    setPending(false)
    settleFocus()
  }
  return { rerun, isPending }
}
