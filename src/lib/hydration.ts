import { useSyncExternalStore } from 'react'

let resolveFirstPage = () => {}
let isReady = false

/** Until the first page is hydrated its content must not change, or React would render it again. */
export const firstPageReady = new Promise<void>(resolve => {
  resolveFirstPage = resolve
})

/** Called in an effect of every page; only the first call counts. */
export const markPageReady = (): void => {
  if (!isReady) submitPressedForm()
  isReady = true
  resolveFirstPage()
}

/** src/boot marks a form that is submitted before hydration. Submits it now, once. */
const submitPressedForm = (): void => {
  const form = document.querySelector<HTMLFormElement>('form[data-pressed]')
  delete form?.dataset.pressed
  form?.requestSubmit()
}

/** Whether the user may be typing into a prerendered page that isn't hydrated yet. */
export const isAwaitingHydration = (): boolean =>
  !isReady && typeof document !== 'undefined' && document.documentElement.dataset.page !== undefined

const subscribeToNothing = () => () => {}

/** False in the server render and during hydration, then true. For portals, which need a document. */
export const useIsClient = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
