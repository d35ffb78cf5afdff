import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { ErrorPage } from '../../ui/error-page'
import { feedbackDialog } from '../feedback/public'
import { toDisplayPath } from '../shell/public'
import type { LmsNames } from './lms-task'

interface LmsTaskMissingProps {
  names: LmsNames
  /** `unknown`: no such task. `malformed`: invalid names, so nothing was requested. */
  reason: 'unknown' | 'malformed'
}

/** Error page for an LMS link without a task, with both names and what to do. */
export const LmsTaskMissing = ({ names, reason }: LmsTaskMissingProps) => {
  const { t } = useTranslation(['lms', 'common', 'errors'])
  const title = t(`task.${reason}.title`)
  useDocumentTitle(title)
  return (
    <ErrorPage
      title={title}
      signal="stop"
      signalText={t('signal.stop', { ns: 'errors' })}
      message={
        <div className="flex flex-col gap-4">
          <p>{t(`task.${reason}.text`)}</p>
          <LmsNamesList names={names} status={reason === 'unknown' ? 404 : undefined} />
          <p>{t('task.whatNext')}</p>
        </div>
      }
      actions={
        <>
          <Link to="/groups" className={buttonClass({ variant: 'primary' })}>
            {t('back_to_groups', { ns: 'errors' })}
          </Link>
          <Button onClick={feedbackDialog.open}>{t('nav.feedback', { ns: 'common' })}</Button>
        </>
      }
    />
  )
}

interface LmsNamesProps {
  /** Shortened, without invisible characters. */
  names: LmsNames
  /** HTTP status of the failure; 500 if unknown. */
  status?: number | undefined
}

/** The names in the LMS link, for support. */
export const LmsNamesList = ({ names, status }: LmsNamesProps) => {
  const { t } = useTranslation('lms')
  const rows = [
    { label: t('task.group'), text: names.mnemonic },
    { label: t('task.id'), text: names.gitlabId },
    ...(status === undefined ? [] : [{ label: t('task.status'), text: String(status) }]),
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {rows.map(({ label, text }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd translate="no" className="font-mono break-all text-text">
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The names of an LMS link for display: shortened, without invisible characters. */
export const toDisplayNames = ({ mnemonic, gitlabId }: Partial<LmsNames>): LmsNames => ({
  mnemonic: toDisplayPath(mnemonic ?? ''),
  gitlabId: toDisplayPath(gitlabId ?? ''),
})
