const MAX_LENGTH = 21
const MAX_NAME_LENGTH = 8

/**
 * Addresses over 21 characters keep up to 8 characters before the @. If that saves nothing, the end of the
 * domain is cut.
 */
export const shortEmail = (email: string): string => {
  const whole = [...email]
  if (whole.length <= MAX_LENGTH) return email
  const at = email.lastIndexOf('@')
  const name = [...(at < 0 ? email : email.slice(0, at))]
  const start = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).join('')}…` : name.join('')
  const short = [...start, ...(at < 0 ? '' : email.slice(at))]
  return (short.length < whole.length ? short : [...short.slice(0, MAX_LENGTH - 1), '…']).join('')
}
