interface ConfirmOptions {
  title: string
  /** Shown verbatim. */
  text: string
  doLabel: string
  cancelLabel: string
}

const createElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = '',
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), { textContent: text })

const createButton = (label: string, value: string): HTMLButtonElement =>
  Object.assign(createElement('button', label), { type: 'button' as const, value })

/** A confirm dialog with focus on cancel. Resolves false on Escape, and while another dialog is open. */
export const confirmInDialog = ({ title, text, doLabel, cancelLabel }: ConfirmOptions): Promise<boolean> => {
  if (document.querySelector('dialog')) return Promise.resolve(false)
  const dialog = createElement('dialog')
  const heading = Object.assign(createElement('h2', title), { id: 'question' })
  dialog.setAttribute('aria-labelledby', heading.id)
  const body = Object.assign(createElement('pre', text), { tabIndex: 0 })
  const buttons = createElement('div')
  const cancel = createButton(cancelLabel, '')
  buttons.append(cancel, createButton(doLabel, 'do'))
  // Not `<form method="dialog">`, which the CSP blocks.
  buttons.addEventListener('click', event => {
    if (event.target instanceof HTMLButtonElement) dialog.close(event.target.value)
  })
  dialog.append(heading, body, buttons)
  document.body.append(dialog)
  dialog.showModal()
  cancel.focus()
  return new Promise(answer => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      answer(dialog.returnValue === 'do')
    })
  })
}
