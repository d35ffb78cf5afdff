import { Link, useParams } from '@tanstack/react-router'
import { CircleHelp, FlaskConical, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSameTask } from '../../api/task-ref'
import { shortErrorMessage } from '../../i18n/error-messages'
import { useTitlePrefix } from '../../i18n/use-document-title'
import { formatMinutes } from '../../lib/format'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { Spinner } from '../../ui/spinner'
import { softTone, type Tone } from '../../ui/tone'
import { type RunningLab, useExtendLabel, useRunningLab, useStartLab } from './labs'
import { formatMinutesLeft, getLabWarning, labCan } from './model'

/** Running lab in the page header. */
export const LabPill = () => {
  const lab = useRunningLab()
  return lab && <Pill lab={lab} />
}

const Pill = ({ lab }: { lab: RunningLab }) => {
  const { labTask, title } = lab
  const { tone, icon, label, text } = usePillContent(lab)
  return (
    <Link
      to="/group/$groupId/task/$taskId"
      params={labTask}
      hash="lab"
      aria-label={title ? `${label}: ${title}` : label}
      className={cx(
        'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-full px-3 text-xs font-medium whitespace-nowrap no-underline tabular-nums pointer-coarse:min-h-control',
        softTone[tone],
      )}
    >
      {icon}
      <span>{text}</span>
    </Link>
  )
}

interface PillContent {
  tone: Tone
  icon: ReactNode
  /** Accessible name; contains the visible text (WCAG 2.5.3). */
  label: string
  text: string
}

const usePillContent = ({ view, isPolled }: RunningLab): PillContent => {
  const { t, i18n } = useTranslation('lab')
  const isNotPolled = view.state === 'starting' && !isPolled
  if (view.state === 'starting' && isPolled)
    return {
      tone: 'info',
      icon: <Spinner className="size-3.5" />,
      label: t('pill.starting'),
      text: t('state.starting'),
    }
  if (view.state === 'unknown' || isNotPolled)
    return {
      tone: 'neutral',
      icon: <CircleHelp className="size-4" />,
      label: t(isNotPolled ? 'pill.unwatched' : 'pill.unknown'),
      text: t('title'),
    }
  const isLow = getLabWarning(view) !== null
  const text =
    view.left === null
      ? t('state.ready')
      : view.left < 60
        ? t('pill.soon')
        : formatMinutes(view.left, i18n.language)
  return {
    tone: isLow ? 'warning' : 'success',
    icon: isLow ? <TriangleAlert className="size-4" /> : <FlaskConical className="size-4" />,
    label: view.left === null ? t('pill.ready') : t('pill.left', { time: text }),
    text,
  }
}

/** Warns 10 and 2 minutes before the lab stops, on every page. */
export const LabBanner = () => {
  const lab = useRunningLab()
  const warning = lab && getLabWarning(lab.view)
  const [hidden, setHidden] = useState<string | null>(null)
  if (!lab || !warning) return null
  // A new end time or a later warning is shown again.
  const key = `${lab.view.expiresAt} ${warning}`
  return (
    <>
      <TitlePrefix lab={lab} />
      {hidden !== key && <Warning lab={lab} onDismiss={() => setHidden(key)} />}
    </>
  )
}

const useWarningText = ({ view: { left } }: RunningLab): string => {
  const { t, i18n } = useTranslation('lab')
  if (left === 0) return t('warning.over')
  if (left === null || left < 60) return t('warning.soon')
  return t('warning.text', { time: formatMinutes(left, i18n.language) })
}

/** Updates once a minute, so that background tabs show it too. */
const TitlePrefix = ({ lab }: { lab: RunningLab }) => {
  const { t, i18n } = useTranslation('lab')
  const time = formatMinutesLeft(lab.view.left ?? 0, i18n.language) ?? t('left.soon')
  useTitlePrefix('lab', t('left.title', { time }))
  return null
}

const Warning = ({ lab, onDismiss }: { lab: RunningLab; onDismiss: () => void }) => {
  const { t } = useTranslation('lab')
  const text = useWarningText(lab)
  const { labTask, view, title } = lab
  const { groupId, taskId } = useParams({ strict: false })
  // The page of the task has its title and the lab itself.
  const isElsewhere = !isSameTask(labTask, { groupId: groupId ?? 0, taskId: taskId ?? 0 })
  const start = useStartLab(labTask)
  const extendLabel = useExtendLabel(view)
  return (
    // A landmark, but no live region: `LabPoller` announces it once.
    <section aria-label={t('warning.region')}>
      <Banner
        tone="warning"
        isBleed
        onDismiss={onDismiss}
        dismissLabel={t('warning.dismiss')}
        action={
          <>
            {labCan.extend(view) && (
              <Button size="sm" isPending={start.isPending} onClick={start.start}>
                {extendLabel}
              </Button>
            )}
            {isElsewhere && (
              <Link
                to="/group/$groupId/task/$taskId"
                params={labTask}
                hash="lab"
                className={buttonClass({ size: 'sm', variant: 'quiet' })}
              >
                {t('warning.go')}
              </Link>
            )}
          </>
        }
      >
        <p className="tabular-nums wrap-anywhere">
          <span>{text}</span>
          {title && isElsewhere && (
            <>
              <span>: </span>
              <bdi>{title}</bdi>
            </>
          )}
        </p>
        {start.error && <p role="alert">{`${t('failure.extend')}. ${shortErrorMessage(start.error)}`}</p>}
      </Banner>
    </section>
  )
}

/** Shown in the logout confirmation. */
export const LabLogoutWarning = () => {
  const { t } = useTranslation('lab')
  return useRunningLab() && <Banner tone="warning">{t('logout.warning')}</Banner>
}
