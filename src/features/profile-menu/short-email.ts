const longest = 21
const keptStart = 8

/**
 * Addresses over 21 characters keep up to 8 of the part before the @ (specification §2, profile menu, and §9). Where that
 * saves nothing, as after a short name, the end of the domain gives way.
 */
export const shortEmail = (email: string): string => {
  const whole = [...email]
  if (whole.length <= longest) return email
  const at = email.lastIndexOf('@')
  const name = [...(at < 0 ? email : email.slice(0, at))]
  const start = name.length > keptStart ? `${name.slice(0, keptStart).join('')}…` : name.join('')
  const short = [...start, ...(at < 0 ? '' : email.slice(at))]
  return (short.length < whole.length ? short : [...short.slice(0, longest - 1), '…']).join('')
}
