export { FeedbackButton, feedbackDialog } from './feedback-dialog'
