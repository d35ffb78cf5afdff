import { useTranslation } from 'react-i18next'
import { contact } from '../../api/contact'
import { formatSecond } from '../../lib/format'

/** When the platform answered last, by its own clock and to the second; null when it never has. Read at each rendering. */
export const useLastContact = (): string | null => {
  const { i18n } = useTranslation()
  const at = contact.lastAt()
  return at === null ? null : formatSecond(at, i18n.language)
}
