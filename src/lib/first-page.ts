let note = () => {}
let isNoted = false

/**
 * Resolves once a page stands and answers, also one that was rendered ahead. Before that nothing may change what it says:
 * React would find other words than it has, and begin the page anew.
 */
export const firstPage = new Promise<void>(resolve => {
  note = resolve
})

/** Called in an effect of every page; those after the first change nothing. */
export const notePage = (): void => {
  if (!isNoted) sendPressed()
  isNoted = true
  note()
}

/**
 * A form of a page that was rendered ahead can be sent before it answers: a line in the document marks it until a field is
 * changed (index.html). What its person wanted then is done now, once.
 */
const sendPressed = (): void => {
  const form = document.querySelector<HTMLFormElement>('form[data-pressed]')
  delete form?.dataset.pressed
  form?.requestSubmit()
}

/** Whether somebody may be typing in a page that was rendered ahead and does not answer yet. */
export const standsUnanswered = (): boolean =>
  !isNoted && typeof document !== 'undefined' && document.documentElement.dataset.page !== undefined
