import { FeedbackHost } from '../features/feedback/feedback-host'
import { TerminalHost } from '../features/terminal/terminal-host'
import { useRefetchOnVerified } from '../features/verify-email/use-refetch-on-verified'
import { ExamPolling } from './-lazy-exam'
import { LabPolling } from './-lazy-lab'
import { QueryCacheEffects, QueryProvider } from './-query-provider'

/** Dialogs and pollers for signed-in users that outlive a page. Loaded with the site layout. */
export const GlobalOverlays = () => (
  <QueryProvider>
    {/* The header uses queries even on pages that do not. */}
    <QueryCacheEffects />
    <RefetchOnVerified />
    <LabPolling />
    <ExamPolling />
    <TerminalHost />
    <FeedbackHost />
  </QueryProvider>
)

const RefetchOnVerified = () => {
  useRefetchOnVerified()
  return null
}
