let note = () => {}

/**
 * Resolves once a page stands and answers, also one that was rendered ahead. Before that nothing may change what it says:
 * React would find other words than it has, and begin the page anew.
 */
export const firstPage = new Promise<void>(resolve => {
  note = resolve
})

/** Called in an effect of every page; those after the first change nothing. */
export const notePage = (): void => note()
