import { useTranslation } from 'react-i18next'
import type { Profile } from '../../api/schema.gen'

interface ProfileViewProps {
  profile: Profile
  /** Evidence leads to the tasks: for those who may open them. */
  hasLinks: boolean
}

/** What a person can do, by field of knowledge, with the solved tasks as evidence. */
export const ProfileView = ({ profile }: ProfileViewProps) => {
  const { t } = useTranslation('competencies')
  return (
    <section aria-label={t('title')}>
      <bdi>{profile.user.username}</bdi>
    </section>
  )
}
