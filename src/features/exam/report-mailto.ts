const MAX_SUBJECT_LENGTH = 120

/**
 * A mailto link with a subject. The address is encoded, so it can't inject other headers.
 * @param subject truncated to 120 characters
 */
export const getReportMailto = (email: string, subject: string): string => {
  // Lone surrogates can't be encoded; control characters could end the header.
  const clean = subject.replace(/[\s\p{C}]+/gu, ' ')
  const short = [...clean].slice(0, MAX_SUBJECT_LENGTH).join('')
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(short)}`
}
