import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../i18n/error-text'
import { formatTime } from '../../lib/format'
import { titlePrefix } from '../../lib/title-prefix'
import { labCan, labWarning } from '../../queries/lab-view'
import { useStartLab } from '../../queries/labs'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { leftText } from './left-text'
import { type RunningLab, useRunningLab } from './use-running-lab'

/** Says under the header of every page, 10 and 2 minutes before, that the running lab is about to stop. */
export const LabBanner = () => {
  const lab = useRunningLab()
  const warning = lab && labWarning(lab.view)
  const [hidden, setHidden] = useState<string | null>(null)
  if (!lab || !warning) return null
  // Another end is another warning, and so is the narrower one.
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
  const time = leftText(left ?? 0, i18n.language)
  return time ? t('warning.text', { time }) : t('warning.soon')
}

/** Once a minute, so that a tab in the background tells it too. */
const TitlePrefix = ({ lab }: { lab: RunningLab }) => {
  const { t, i18n } = useTranslation('lab')
  const time = leftText(lab.view.left ?? 0, i18n.language) ?? t('left.soon')
  const words = t('left.title', { time })
  useEffect(() => {
    titlePrefix.set('lab', words)
    return () => titlePrefix.set('lab', '')
  }, [words])
  return null
}

const Warning = ({ lab, onDismiss }: { lab: RunningLab; onDismiss: () => void }) => {
  const { t } = useTranslation('lab')
  const text = useWarningText(lab)
  const { place, title } = lab
  const start = useStartLab(place)
  return (
    // Nothing of a page may stand outside its landmarks. What is heard of it is announced once, not with every minute.
    <section aria-label={t('warning.region')}>
      <Banner
        tone="warning"
        isBleed
        onDismiss={onDismiss}
        dismissLabel={t('warning.dismiss')}
        action={
          <>
            <KeepWorking lab={lab} start={start} />
            <Link
              to="/group/$groupId/task/$taskId"
              params={place}
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
        {start.error && <p role="alert">{`${t('failure.extend')}. ${reasonText(start.error)}`}</p>}
      </Banner>
    </section>
  )
}

interface KeepWorkingProps {
  lab: RunningLab
  start: ReturnType<typeof useStartLab>
}

const KeepWorking = ({ lab: { view }, start }: KeepWorkingProps) => {
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
