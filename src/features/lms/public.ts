export { clearLmsHistory } from './clear-history'
