import { useTranslation } from 'react-i18next'
import { lazyPart } from '../i18n/lazy-part'
import type { Group } from '../queries/answers'
import { Button } from '../ui/button'
import { SectionBoundary } from '../ui/section-boundary'
import { SectionError } from '../ui/section-error'

const Panel = lazyPart(() => import('../features/lms-sync/lms-panel').then(part => part.LmsPanel), 'lms')

/** What administrators exchange with the LMS, in a tab of the group; few people open it, and its failure costs only itself. */
export const LmsTab = ({ group }: { group: Group }) => {
  const { t } = useTranslation(['common', 'errors'])
  const failed = (retry: () => void) => (
    <SectionError
      title={t('crash', { ns: 'errors' })}
      action={<Button onClick={retry}>{t('retry')}</Button>}
    />
  )
  return (
    <SectionBoundary failed={failed}>
      <Panel group={group} />
    </SectionBoundary>
  )
}
