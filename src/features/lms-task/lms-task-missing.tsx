import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../i18n/use-document-title'
import type { LmsNames } from '../../queries/lms'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { ErrorPage } from '../../ui/error-page'
import { LmsNamesList } from './lms-names'

interface LmsTaskMissingProps {
  names: LmsNames
  /** `unknown`: no such task. `malformed`: invalid names, so nothing was requested. */
  reason: 'unknown' | 'malformed'
  onFeedback: () => void
}

/** Error page for an LMS link without a task, with both names and what to do. */
export const LmsTaskMissing = ({ names, reason, onFeedback }: LmsTaskMissingProps) => {
  const { t } = useTranslation(['lms', 'common', 'errors'])
  const title = t(`task.${reason}.title`)
  useDocumentTitle(title)
  return (
    <ErrorPage
      title={title}
      status={reason === 'unknown' && t('status', { ns: 'errors', status: 404 })}
      message={
        <div className="flex flex-col gap-4">
          <p>{t(`task.${reason}.text`)}</p>
          <LmsNamesList names={names} />
          <p>{t('task.whatNext')}</p>
        </div>
      }
      actions={
        <>
          <Link to="/groups" className={buttonClass({ variant: 'primary' })}>
            {t('back_to_groups', { ns: 'errors' })}
          </Link>
          <Button onClick={onFeedback}>{t('nav.feedback', { ns: 'common' })}</Button>
        </>
      }
    />
  )
}
