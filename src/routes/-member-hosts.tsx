import { FeedbackHost } from '../features/feedback/feedback-host'
import { TerminalHost } from '../features/terminal/terminal-host'
import { useVerifiedFollowUp } from '../features/verify-email/use-verified-follow-up'
import { ExamWatch } from './-exam-parts'
import { LabWatch } from './-lab-parts'
import { Follower, QueryProvider } from './-queries'

/** What stands beside the pages for whoever is signed in, and outlives a page. Comes with the members' frame. */
export const MemberHosts = () => (
  <QueryProvider>
    {/* The header reads also where the page itself does not, as around an address that leads nowhere. */}
    <Follower />
    <VerifiedFollowUp />
    <LabWatch />
    <ExamWatch />
    <TerminalHost />
    <FeedbackHost />
  </QueryProvider>
)

const VerifiedFollowUp = () => {
  useVerifiedFollowUp()
  return null
}
