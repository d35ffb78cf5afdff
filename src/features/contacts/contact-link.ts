import type { Config } from '../../api/config'
import { safeLink } from '../../lib/safe-url'

export type ContactField = Config['contacts'][number]['fields'][number]

/** Only characters without a meaning in `mailto:` links, so a value cannot add headers. */
const plainEmail = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

const plainPhone = /^\+?[\d\s().-]+$/

const toHttpsUrl = (value: string): string | null => {
  const url = safeLink(value)
  return url?.startsWith('https:') ? url : null
}

/** The `href` of a contact, or null when the value does not match its kind and is shown as text. */
export const contactLink = (kind: ContactField['kind'], value: string): string | null => {
  if (kind === 'email') return plainEmail.test(value) ? `mailto:${value}` : null
  if (kind === 'url') return toHttpsUrl(value)
  if (kind !== 'phone' || !plainPhone.test(value)) return null
  const digits = value.replace(/\D/g, '')
  return digits.length >= 3 && digits.length <= 15 ? `tel:${value.startsWith('+') ? '+' : ''}${digits}` : null
}
