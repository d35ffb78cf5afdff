import { lazyComponent } from '../../i18n/lazy-component'

/** Loaded when the dialog is about to open: most visits never do. */
export const FeedbackPanel = lazyComponent(
  async () => (await import('./feedback-panel')).FeedbackPanel,
  'feedback',
)
