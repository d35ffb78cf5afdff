import { fireEvent, screen, within } from '@testing-library/react'
import { useRealForms } from './real-forms'
import { type RenderedRoute, renderRoute } from './render-route'

/** The dialog's words that tests look for. */
const feedbackWords = {
  ru: { title: 'Обратная связь', message: 'Сообщение', send: 'Отправить', done: 'Готово' },
  en: { title: 'Feedback', message: 'Message', send: 'Send', done: 'Done' },
} as const

const slow = { timeout: 10_000 }

/** What stands in the dialog, by its words of one language. */
export const feedbackIn = (language: 'ru' | 'en' = 'ru') => {
  const words = feedbackWords[language]
  const dialog = () => screen.getByRole('dialog', { name: words.title })
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: words.message })
  const sendButton = () => within(dialog()).getByRole('button', { name: words.send })
  return {
    dialog,
    field,
    sendButton,
    isRefused: () => sendButton().getAttribute('aria-disabled') === 'true',
    write: (text: string) => fireEvent.input(field(), { target: { value: text } }),
    /** What is said as an alert, with plain spaces. */
    alerts: () =>
      within(dialog())
        .getAllByRole('alert')
        .map(alert => (alert.textContent ?? '').replaceAll('\u00a0', ' '))
        .filter(text => text !== ''),
    press: async (page: RenderedRoute) => {
      await page.user.click(await screen.findByRole('button', { name: words.title }, slow))
      await screen.findByRole('textbox', { name: words.message }, slow)
    },
    done: () => screen.findByRole('button', { name: words.done }, slow),
  }
}

/** Opens a page as a student and, by the header's button, the dialog. */
export const openFeedback = async (options: Parameters<typeof renderRoute>[1] = {}) => {
  await useRealForms()
  const page = await renderRoute('/groups', { as: 'student', ...options })
  // Until the page is there, the header may be that of a page on its way.
  await screen.findByRole('heading', { level: 1 }, slow)
  await feedbackIn(options.language).press(page)
  return page
}

export const feedbackPosts = (page: RenderedRoute): number =>
  page.calls().filter(call => call === 'sendFeedback').length

export const makeFile = (name = 'отчёт.pdf', size = 3): File => new File([new Uint8Array(size)], name)

/** Past the window that the system shows, as the developer's tools get past it. */
export const chooseFile = (file: File): void => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input.')
  Object.defineProperty(input, 'files', { configurable: true, value: [file] })
  fireEvent.change(input)
}

/** Drops files on the dialog, and as many folders. */
export const dropFiles = (files: File[], folders = 0): Event => {
  const item = (isDirectory: boolean) => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory }) })
  const items = [...files.map(() => item(false)), ...Array.from({ length: folders }, () => item(true))]
  return dropOn(screen.getByRole('dialog'), { types: ['Files'], files, items })
}

export const dropOn = (target: Element, dataTransfer: object): Event => {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer })
  fireEvent(target, event)
  return event
}
