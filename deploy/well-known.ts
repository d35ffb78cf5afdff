/** Where `/.well-known/change-password` leads: the menu of the own account, which the hash opens. */
export const changePasswordPath = '/#account'

const YEAR_MS = 365 * 24 * 3600 * 1000

/** The text of `/.well-known/security.txt` (RFC 9116), as `nginx/start.sh` writes it. */
export const writeSecurityText = (contact: string, now: number): string =>
  `Contact: ${contact}\nExpires: ${new Date(now + YEAR_MS).toISOString().slice(0, 10)}T00:00:00Z\nPreferred-Languages: ru, en\n`
