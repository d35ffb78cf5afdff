import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { useAnnounceChange, useIsSlow } from '../../lib/hooks'
import { Card } from '../../ui/card'
import { PageTitle } from '../../ui/page-title'
import { Progress } from '../../ui/progress'

const SLOW_AFTER_MS = 10_000

/** Shown while the task of an LMS link is looked up. */
export const LmsResolving = () => {
  const { t } = useTranslation(['lms', 'common'])
  const isSlow = useIsSlow(true, SLOW_AFTER_MS)
  useAnnounceChange(String(isSlow), t('task.slow'))
  const title = t('page.moodle', { ns: 'common' })
  useDocumentTitle(title)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Card padding="lg" className="flex max-w-3xl flex-col gap-4">
        <Progress value={null} label={t('task.resolving')} />
        {isSlow && <p className="text-sm">{t('task.slow')}</p>}
      </Card>
    </>
  )
}
