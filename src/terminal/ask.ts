interface Question {
  title: string
  /** What it is about, word for word. */
  text: string
  doLabel: string
  cancelLabel: string
}

const make = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text = ''): HTMLElementTagNameMap[Tag] =>
  Object.assign(document.createElement(tag), { textContent: text })

const button = (label: string, value: string): HTMLButtonElement =>
  Object.assign(make('button', label), { type: 'button' as const, value })

/** Asks in a dialog of this document, the focus on "no"; Escape is "no" too. One question at a time: others are "no". */
export const ask = ({ title, text, doLabel, cancelLabel }: Question): Promise<boolean> => {
  if (document.querySelector('dialog')) return Promise.resolve(false)
  const dialog = make('dialog')
  const heading = Object.assign(make('h2', title), { id: 'question' })
  dialog.setAttribute('aria-labelledby', heading.id)
  const shown = Object.assign(make('pre', text), { tabIndex: 0 })
  const buttons = make('div')
  const cancel = button(cancelLabel, '')
  buttons.append(cancel, button(doLabel, 'do'))
  // A form of the method "dialog" would be a form to the policy; clicks need none.
  buttons.addEventListener('click', event => {
    if (event.target instanceof HTMLButtonElement) dialog.close(event.target.value)
  })
  dialog.append(heading, shown, buttons)
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
