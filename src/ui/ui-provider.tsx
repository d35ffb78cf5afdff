import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'

/** Wraps the app once. Base UI then adds no style elements, which the policy would block. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={400}>{children}</Tooltip.Provider>
    </CSPProvider>
  )
}
