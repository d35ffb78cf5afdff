import i18next, { type ParseKeys } from 'i18next'
import type { TerminalSetup } from '../../lib/terminal-channel'
import { terminalSettings } from '../../lib/terminal-settings'
import { terminalStore } from './terminal-store'

/** A word of the terminal outside of React; they have come with this part of the screen. */
export const terminalText = (key: ParseKeys<'terminal'>, values: Record<string, string> = {}): string =>
  i18next.t(key, { ns: 'terminal', ...values })

/** What the terminal's document has to know: it reads neither words nor settings itself. */
export const setupOf = (): TerminalSetup => {
  const { fontSize, isScreenReader } = terminalSettings.read()
  return {
    language: i18next.language,
    fontSize,
    isScreenReader,
    words: {
      title: terminalText('titleOf', { title: terminalStore.get().target?.title ?? '' }),
      prompt: terminalText('prompt'),
      tooMuchOutput: terminalText('tooMuchOutput'),
      leaveHint: terminalText('leaveHint'),
      pasteTitle: terminalText('pasteTitle'),
      pasteDo: terminalText('pasteDo'),
      pasteCancel: terminalText('pasteCancel'),
      linkTitle: terminalText('linkTitle'),
      linkDo: terminalText('linkDo'),
      linkCancel: terminalText('linkCancel'),
    },
  }
}
