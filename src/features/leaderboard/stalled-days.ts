/** Days without a solve after which a person counts as stalled. */
export const stalledDays = [3, 7, 14, 30] as const

export const DEFAULT_STALLED_DAYS = 7
