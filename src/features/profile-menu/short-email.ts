const longest = 21
const keptStart = 8

/** Addresses over 21 characters keep up to 8 of the part before the @ (specification §2, profile menu, and §9). */
export const shortEmail = (email: string): string => {
  if ([...email].length <= longest) return email
  const at = email.lastIndexOf('@')
  const name = [...(at < 0 ? email : email.slice(0, at))]
  return name.length <= keptStart
    ? email
    : `${name.slice(0, keptStart).join('')}…${at < 0 ? '' : email.slice(at)}`
}
