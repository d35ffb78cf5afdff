/** Passwords here are seldom Cyrillic: a hint that the layout may be wrong, never a refusal. */
export const looksCyrillic = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text)
