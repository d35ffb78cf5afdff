const longestSubject = 120

/**
 * A link that opens a letter with its subject written already. Whatever the address holds, nobody adds a copy by it.
 * @param subject cut to 120 characters
 */
export const reportMail = (email: string, subject: string): string => {
  // Half of a pair cannot be encoded, and a control character ends a subject for some.
  const whole = subject.replace(/[\s\p{C}]+/gu, ' ')
  const short = [...whole].slice(0, longestSubject).join('')
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(short)}`
}
