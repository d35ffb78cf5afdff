import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { useSubscription } from '../../lib/hooks'
import { safeFileName, saveText } from '../../lib/save-file'
import { serverClock } from '../../lib/server-clock'
import { toast } from '../../lib/toast'
import { formatZonedTime, getZonedTime } from '../../lib/zoned-time'
import { terminalController } from './terminal-controller'
import type { TerminalTarget } from './terminal-store'

// Without clipboard support these throw synchronously; `async` turns that into a rejection.
const writeClipboard = async (text: string) => navigator.clipboard.writeText(text)
const readClipboard = async () => navigator.clipboard.readText()

/** What changes how the text around it looks, or does something in a terminal that shows the file. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu

/** The output as plain text: a lab may print anything. */
export const cleanOutput = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .trimEnd()

const MAX_TITLE_LENGTH = 60

/** The output as a file that says which task it is of, and when it was saved: the server's time, as in the log of an exam. */
export const createOutputFile = (
  title: string,
  text: string,
  now: number,
): { name: string; text: string } => {
  const shortTitle = [...title].slice(0, MAX_TITLE_LENGTH).join('')
  const { date, time } = getZonedTime(now)
  const minute = time.slice(0, 5).replace(':', '')
  const stem = `${shortTitle.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}-${date}-${minute}`
  const head = [title.replace(/\s+/g, ' '), formatZonedTime(now)].join(', ')
  return {
    name: safeFileName(stem, '.txt', 'terminal.txt'),
    text: `${cleanOutput(head)}\n\n${cleanOutput(text)}\n`,
  }
}

/** Saves and copies what the terminal's document has sent on request. What is typed next is for the terminal again. */
export const useTerminalText = ({ title }: TerminalTarget): void => {
  const { t } = useTranslation('terminal')
  const { session } = useSession()
  const copy = (text: string, done: string) =>
    writeClipboard(text).then(
      () => {
        announce(done)
        terminalController.focus()
      },
      () => toast.error(t('copyFailed'), { id: 'terminal' }),
    )
  useSubscription(terminalController.onCopied, ({ text, isSelection, isWritten }) => {
    const done = t(isSelection ? 'copiedSelection' : 'copiedScreen')
    if (isWritten) announce(done)
    else void copy(text, done)
  })
  useSubscription(terminalController.onOutput, (use, text) => {
    if (use === 'clipboard') return void copy(cleanOutput(text), t('copiedAll'))
    const file = createOutputFile(title, text, serverClock.now())
    try {
      saveText(session, file.text, file.name)
      announce(t('saved'))
      terminalController.focus()
    } catch {
      toast.error(t('saveFailed'), { id: 'terminal' })
    }
  })
}

export const usePaste = () => {
  const { t } = useTranslation('terminal')
  return () =>
    void readClipboard().then(terminalController.paste, () =>
      toast.error(t('pasteFailed'), { id: 'terminal' }),
    )
}
