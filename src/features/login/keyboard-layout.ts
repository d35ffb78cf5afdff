/** Passwords here are seldom Cyrillic: a hint, never a refusal. */
export const looksCyrillic = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text)
