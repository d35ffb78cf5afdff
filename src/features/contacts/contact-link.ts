import type { Config } from '../../api/config'
import { safeLink } from '../../lib/safe-url'

export type ContactField = Config['contacts'][number]['fields'][number]

/** The characters of an address of mail that mean nothing else in a `mailto:` link: nobody adds a copy or a subject. */
const plainEmail = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

/** As people write a number: digits in groups, a plus before the first. */
const plainPhone = /^\+?[\d\s().-]+$/

const webAddress = (value: string): string | null => {
  const address = safeLink(value)
  return address?.startsWith('https:') ? address : null
}

/** Where a contact leads, or null when its value is no address of its kind: then it is shown as text. */
export const contactLink = (kind: ContactField['kind'], value: string): string | null => {
  if (kind === 'email') return plainEmail.test(value) ? `mailto:${value}` : null
  if (kind === 'url') return webAddress(value)
  if (kind !== 'phone' || !plainPhone.test(value)) return null
  const digits = value.replace(/\D/g, '')
  return digits.length >= 3 && digits.length <= 15 ? `tel:${value.startsWith('+') ? '+' : ''}${digits}` : null
}
