import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortErrorMessage } from '../../i18n/error-messages'
import { formatTime } from '../../lib/format'
import { titlePrefix } from '../../lib/title-prefix'
import { getLabWarning, labCan } from '../../queries/lab-view'
import { useStartLab } from '../../queries/labs'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { formatMinutesLeft } from './format-minutes-left'
import { type RunningLab, useRunningLab } from './use-running-lab'

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
  const time = formatMinutesLeft(left ?? 0, i18n.language)
  return time ? t('warning.text', { time }) : t('warning.soon')
}

/** Updates once a minute, so that background tabs show it too. */
const TitlePrefix = ({ lab }: { lab: RunningLab }) => {
  const { t, i18n } = useTranslation('lab')
  const time = formatMinutesLeft(lab.view.left ?? 0, i18n.language) ?? t('left.soon')
  const prefix = t('left.title', { time })
  useEffect(() => {
    titlePrefix.set('lab', prefix)
    return () => titlePrefix.set('lab', '')
  }, [prefix])
  return null
}

const Warning = ({ lab, onDismiss }: { lab: RunningLab; onDismiss: () => void }) => {
  const { t } = useTranslation('lab')
  const text = useWarningText(lab)
  const { labTask, title } = lab
  const start = useStartLab(labTask)
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
            <ExtendButton lab={lab} start={start} />
            <Link
              to="/group/$groupId/task/$taskId"
              params={labTask}
              hash="lab"
              className={buttonClass({ size: 'sm', variant: 'quiet' })}
            >
              {t('warning.go')}
            </Link>
          </>
        }
      >
        <p className="tabular-nums wrap-anywhere">
          {text}
          {title && (
            <>
              {': '}
              <bdi>{title}</bdi>
            </>
          )}
        </p>
        {start.error && <p role="alert">{`${t('failure.extend')}. ${shortErrorMessage(start.error)}`}</p>}
      </Banner>
    </section>
  )
}

interface ExtendButtonProps {
  lab: RunningLab
  start: ReturnType<typeof useStartLab>
}

const ExtendButton = ({ lab: { view }, start }: ExtendButtonProps) => {
  const { t, i18n } = useTranslation('lab')
  const end = view.extendsTo
  if (!labCan.extend(view)) return null
  return (
    <Button size="sm" isPending={start.isPending} onClick={start.start}>
      {end === null
        ? t('extend.again')
        : t(view.isExtensionGuessed ? 'extend.about' : 'extend.to', { time: formatTime(end, i18n.language) })}
    </Button>
  )
}
