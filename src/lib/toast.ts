import { toast as hotToast, type ToastOptions } from 'react-hot-toast/headless'

export type ToastKind = 'blank' | 'error' | 'custom' | 'success' | 'loading'

/** Durations in milliseconds. `limit` is fixed by the library and checked by a test. */
export const toastRules = {
  durations: {
    blank: 4000,
    error: 4000,
    custom: 4000,
    success: 2000,
    loading: Number.POSITIVE_INFINITY,
  } satisfies Record<ToastKind, number>,
  limit: 20,
  removeDelay: 1000,
} as const

/** A toast with the same `id` replaces the previous one and restarts its time. */
type ToastSettings = { id?: string }

type Show = (message: string, settings?: ToastSettings) => string

/** Duration and delay are always passed, because an update by id would keep those of the replaced toast. */
function createToast(kind: ToastKind): Show {
  const fire = kind === 'blank' ? hotToast : hotToast[kind]
  const rules: ToastOptions = { duration: toastRules.durations[kind], removeDelay: toastRules.removeDelay }
  return (message, settings = {}) => fire(message, { ...rules, ...settings })
}

/** Shows a toast; only for messages without a place on the page, never with an action. Returns the toast's id. */
export const toast = {
  blank: createToast('blank'),
  error: createToast('error'),
  custom: createToast('custom'),
  success: createToast('success'),
  loading: createToast('loading'),
  dismiss: (id?: string): void => hotToast.dismiss(id),
  clear: (): void => hotToast.removeAll(),
}
