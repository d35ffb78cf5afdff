import { useTranslation } from 'react-i18next'
import type { Group } from '../../api/schema.gen'

/** What administrators exchange with the LMS. */
export const LmsPanel = ({ group }: { group: Group }) => {
  const { t } = useTranslation('lms')
  return (
    <section aria-label={t('title')}>
      <bdi>{group.mnemonic_code}</bdi>
    </section>
  )
}
