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
  isNoted = true
  note()
}

/** Whether somebody may be typing in a page that was rendered ahead and does not answer yet. */
export const standsUnanswered = (): boolean =>
  !isNoted && typeof document !== 'undefined' && document.documentElement.dataset.page !== undefined
