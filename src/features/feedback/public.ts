export { FeedbackButton } from './feedback-dialog'
export { feedbackDialog } from './feedback-store'
