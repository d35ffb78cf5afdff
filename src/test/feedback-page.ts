import { fireEvent, screen, within } from '@testing-library/react'
import { ru } from './messages'
import { installNodeForms } from './node-forms'
import { type RenderedRoute, renderRoute } from './render-route'

const { common, feedback } = ru

/** Elements of the feedback dialog. */
export const feedbackDialog = () => {
  const dialog = () => screen.getByRole('dialog')
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: feedback['message.label'] })
  const sendButton = () => within(dialog()).getByRole('button', { name: feedback.send })
  return {
    dialog,
    field,
    sendButton,
    isSendDisabled: () => sendButton().getAttribute('aria-disabled') === 'true',
    write: (text: string) => fireEvent.input(field(), { target: { value: text } }),
    /** Alerts, with no-break spaces replaced. */
    alerts: () =>
      within(dialog())
        .getAllByRole('alert')
        .map(alert => (alert.textContent ?? '').replaceAll('\u00a0', ' '))
        .filter(text => text !== ''),
    press: async (page: RenderedRoute) => {
      await page.user.click(await screen.findByRole('button', { name: common['nav.feedback'] }))
      await screen.findByRole('textbox', { name: feedback['message.label'] })
    },
    done: () => screen.findByRole('button', { name: feedback.done }),
  }
}

/** Opens the dialog from the header of a page. */
export const openFeedback = async (options: Parameters<typeof renderRoute>[1] = {}) => {
  await installNodeForms()
  const page = await renderRoute('/groups', { as: 'student', ...options })
  // The header of the loading state is replaced with the page.
  await screen.findByRole('heading', { level: 1 })
  await feedbackDialog().press(page)
  return page
}

export const countFeedbackPosts = (page: RenderedRoute): number =>
  page.calls().filter(call => call === 'sendFeedback').length

export const makeFile = (name = 'отчёт.pdf', size = 3): File => new File([new Uint8Array(size)], name)

/** Sets the files of the input, bypassing the file picker and its filter. */
export const chooseFile = (file: File): void => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input.')
  Object.defineProperty(input, 'files', { configurable: true, value: [file] })
  fireEvent.change(input)
}

/** Drops files and folders on the dialog. */
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
