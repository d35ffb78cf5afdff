/** Passwords here are seldom Cyrillic: a hint, never a refusal. */
export const looksCyrillic = (text: string): boolean => /[А-Яа-яЁё]/u.test(text)
