import { lazyPart } from '../../i18n/lazy-part'

/** The inside of the dialog: few readers open it, so its code and words come when somebody is about to. */
export const FeedbackPanel = lazyPart(
  async () => (await import('./feedback-panel')).FeedbackPanel,
  'feedback',
)
