import { type ReactNode, useEffect, useMemo } from 'react'
import { runWhenIdle } from '../lib/run-when-idle'
import { staleChunks } from '../lib/stale-chunks'
import { PopupContext, popupCode } from './popup-code'

export type UiProviderProps = {
  /** Says that a popup did not come, when the page is not about to be loaded anew. */
  onMissing?: (() => void) | undefined
  children: ReactNode
}

const nobody = () => {}

/** Wraps the app once: when the page has come to rest the code of popups is fetched, before anybody asks for one. */
export function UiProvider({ onMissing = nobody, children }: UiProviderProps) {
  useEffect(() => {
    if (popupCode.get()) return
    return runWhenIdle(() => void popupCode.load().catch(nobody))
  }, [])
  const supply = useMemo(
    () => ({
      code: popupCode,
      tellMissing: (error: unknown) => void staleChunks.settle(error).then(onMissing),
    }),
    [onMissing],
  )
  return <PopupContext value={supply}>{children}</PopupContext>
}
