/** The sentence of the pre-rendered page that appears when no script has started after a while (`base.css`). */
export const NOT_STARTED_ID = 'not-started'

export const removeNotStarted = (): void => document.getElementById(NOT_STARTED_ID)?.remove()
