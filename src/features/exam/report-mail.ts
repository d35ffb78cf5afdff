const longestSubject = 120

/**
 * A link that opens a letter with its subject written already. Whatever the address holds, nobody adds a copy by it.
 * @param subject cut to 120 characters
 */
export const reportMail = (email: string, subject: string): string => {
  // Half of a pair cannot be encoded.
  const whole = subject.replace(/\p{Cs}/gu, '').replace(/\s+/g, ' ')
  const short = [...whole].slice(0, longestSubject).join('')
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(short)}`
}
