import { toast as hotToast, type ToastOptions } from 'react-hot-toast/headless'

/** The kinds of the specification's section 4. */
export type ToastKind = 'blank' | 'error' | 'custom' | 'success' | 'loading'

/**
 * How long a toast stays, in milliseconds, in the two readings of the specification's section 9. `byKind` is in
 * force; `single` is the other one, in which loading still stays until dismissed.
 */
export const toastReadings = {
  byKind: { blank: 4000, error: 4000, custom: 4000, success: 2000, loading: Number.POSITIVE_INFINITY },
  single: { blank: 3500, error: 3500, custom: 3500, success: 3500, loading: Number.POSITIVE_INFINITY },
} as const satisfies Record<string, Record<ToastKind, number>>

/** Every number about toasts. `limit` is the library's own and cannot be set; a test holds it to this value. */
export const toastRules = {
  durations: toastReadings.byKind as Record<ToastKind, number>,
  limit: 20,
  removeDelay: 1000,
} as const

/** `id` keys a toast: the next one with the same id takes its place and its time. */
type ToastSettings = { id?: string }

type Show = (message: string, settings?: ToastSettings) => string

/** Time and delay are always given: an update by id would otherwise keep those of the toast it replaces. */
function makeShow(kind: ToastKind): Show {
  const fire = kind === 'blank' ? hotToast : hotToast[kind]
  const rules: ToastOptions = { duration: toastRules.durations[kind], removeDelay: toastRules.removeDelay }
  return (message, settings = {}) => fire(message, { ...rules, ...settings })
}

/** Says something in a corner. Only where no place of its own exists, never with an action. Returns the toast's id. */
export const toast = {
  blank: makeShow('blank'),
  error: makeShow('error'),
  custom: makeShow('custom'),
  success: makeShow('success'),
  loading: makeShow('loading'),
  /** Lets one toast, or all, fade out. */
  dismiss: (id?: string): void => hotToast.dismiss(id),
  /** Takes all away at once (between tests). */
  clear: (): void => hotToast.removeAll(),
}
