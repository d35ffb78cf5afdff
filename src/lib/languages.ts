/** Interface languages; the first is the default. */
export const languages = ['ru', 'en'] as const

export type Language = (typeof languages)[number]

/** Unknown values become the default, Russian. */
export const toLanguage = (value: unknown): Language => languages.find(one => one === value) ?? 'ru'
