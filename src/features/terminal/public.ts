export { TerminalButton } from './terminal-button'
