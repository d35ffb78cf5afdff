import { useTranslation } from 'react-i18next'
import type { Profile } from '../../api/schema.gen'

/** Whether others may see the own profile, and by which link. */
export const SharePanel = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('sharing')
  return (
    <section aria-label={t('title')}>
      <bdi>{profile.share_link}</bdi>
    </section>
  )
}
