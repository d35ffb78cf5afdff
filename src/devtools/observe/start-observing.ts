/**
 * Looks at every call of the page below /api from now on (`observedExchanges`). To be called once, before the first
 * call, by mock, development and staging builds alone; the page is not made to wait.
 */
export const startObserving = (): void => {}
