/** The interface languages; the first is the default and the fallback (specification §1, §9). */
export const languages = ['ru', 'en'] as const

export type Language = (typeof languages)[number]

/** Anything that is not one of ours becomes Russian, as the specification's §9 asks. */
export const toLanguage = (value: unknown): Language => languages.find(one => one === value) ?? 'ru'
