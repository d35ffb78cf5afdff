import i18next, { type ParseKeys } from 'i18next'
import type { TerminalSetup } from '../../lib/terminal-channel'
import { terminalSettings } from '../../lib/terminal-settings'
import { terminalStore } from './terminal-store'

/** Translation outside of React; the namespace is loaded with the dock. */
export const getTerminalMessage = (key: ParseKeys<'terminal'>, values: Record<string, string> = {}): string =>
  i18next.t(key, { ns: 'terminal', ...values })

/** The terminal document reads no translations or settings itself. */
export const getTerminalSetup = (): TerminalSetup => {
  const { fontSize, isScreenReader } = terminalSettings.read()
  return {
    language: i18next.language,
    fontSize,
    isScreenReader,
    words: {
      title: getTerminalMessage('titleOf', { title: terminalStore.get().target?.title ?? '' }),
      prompt: getTerminalMessage('prompt'),
      tooMuchOutput: getTerminalMessage('tooMuchOutput'),
      leaveHint: getTerminalMessage('leaveHint'),
      pasteTitle: getTerminalMessage('pasteTitle'),
      pasteDo: getTerminalMessage('pasteDo'),
      pasteCancel: getTerminalMessage('pasteCancel'),
      linkTitle: getTerminalMessage('linkTitle'),
      linkDo: getTerminalMessage('linkDo'),
      linkCancel: getTerminalMessage('linkCancel'),
    },
  }
}
