import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shortErrorMessage } from '../../i18n/error-messages'
import { formatDuration } from '../../lib/format'
import { useRetryAfter } from '../../lib/use-retry-after'
import { labTracker } from '../../queries/lab-tracker'
import { labCan } from '../../queries/lab-view'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Progress } from '../../ui/progress'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton'
import { SkeletonFromText } from '../../ui/skeleton-from-text'
import { CallFailure, StartFailure } from './lab-failure'
import { LabReady } from './lab-ready'
import { StopLabButton } from './stop-lab'
import type { Lab } from './use-lab'

interface LabBodyProps {
  lab: Lab
  terminal: ReactNode
  vpnConfig: ReactNode
}

export const LabBody = ({ lab, terminal, vpnConfig }: LabBodyProps) => {
  const { view, start, stop } = lab
  if (!lab.isKnown) return lab.error ? <ReadFailure lab={lab} /> : <PendingLab lab={lab} />
  const isStarting = view.state === 'starting' || (view.state === 'off' && start.isPending)
  return (
    <>
      {isStarting ? (
        <LabStarting lab={lab} />
      ) : (
        <>
          {view.state === 'off' && <LabOff lab={lab} />}
          {view.state === 'ready' && <LabReady lab={lab} terminal={terminal} vpnConfig={vpnConfig} />}
          {view.state === 'unknown' && <LabUnknown lab={lab} />}
        </>
      )}
      {stop.error && view.state !== 'off' && <CallFailure lab={lab} call="stop" />}
      {lab.error && <StaleNotice lab={lab} />}
    </>
  )
}

/** As high as a stopped lab, the usual case: a running one is loaded before the page renders. */
const PendingLab = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation(['lab', 'common'])
  const { isTaskOpen } = lab.view
  return (
    <SkeletonGroup label={t('loading', { ns: 'common' })} className="flex flex-col gap-4">
      <SkeletonFromText text={useOffMessage(lab)} className="text-sm" />
      {isTaskOpen ? (
        <Skeleton className="h-control" />
      ) : (
        <SkeletonFromText text={t('off.disabled')} className="text-sm" />
      )}
    </SkeletonGroup>
  )
}

const useOffMessage = ({ view }: Lab): string => {
  const { t } = useTranslation('lab')
  const usualTime = useRoundedDuration(view.usual)
  return view.isTaskOpen ? `${t('off.text')} ${t('off.usual', { time: usualTime })}` : t('off.text')
}

const LabOff = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation('lab')
  const { view, start, stop } = lab
  const text = useOffMessage(lab)
  return (
    <>
      {lab.hasExpired && <Banner tone="neutral">{t('off.timeOver')}</Banner>}
      {start.error ? (
        <CallFailure lab={lab} call="start" />
      ) : view.error ? (
        <StartFailure lab={lab} text={view.error} />
      ) : (
        <p className="text-sm text-muted">{text}</p>
      )}
      {stop.wasOff && <Banner tone="neutral">{t('stop.wasOff')}</Banner>}
      {labCan.start(view) && !start.error && !view.error && (
        <Button
          isBlock
          icon={<FlaskConical className="size-4" aria-hidden />}
          onClick={() => {
            stop.reset()
            start.start()
          }}
        >
          {t('start')}
        </Button>
      )}
      {!view.isTaskOpen && <p className="text-sm">{t('off.disabled')}</p>}
    </>
  )
}

const LabUnknown = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation(['lab', 'common'])
  return (
    <>
      <p className="text-sm text-muted">{t('unknown.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button isPending={lab.isReading} onClick={lab.read}>
          {t('retry', { ns: 'common' })}
        </Button>
        {labCan.stop(lab.view) && <StopLabButton stop={lab.stop} />}
      </div>
    </>
  )
}

/** Waits for `Retry-After`. */
const RetryRead = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation('common')
  const wait = useRetryAfter(lab.error)
  return (
    <Button
      size="sm"
      isPending={lab.isReading}
      onClick={lab.read}
      {...(wait > 0 && { disabledReason: t('retryIn', { seconds: wait }) })}
    >
      {t('retry')}
    </Button>
  )
}

const ReadFailure = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation('lab')
  return (
    <Banner tone="danger" role="alert" title={t('failure.read')} action={<RetryRead lab={lab} />}>
      {shortErrorMessage(lab.error)}
    </Banner>
  )
}

/** Keeps the last known state: a failed poll doesn't stop a lab (T05). */
const StaleNotice = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation('lab')
  return (
    <Banner tone="warning" role="status" action={<RetryRead lab={lab} />}>
      <p>{shortErrorMessage(lab.error)}</p>
      <p>{t('stale')}</p>
    </Banner>
  )
}

/** Steps of 5 seconds up to 90 seconds, then of a minute. */
const roundUp = (seconds: number): number => {
  const step = seconds <= 90 ? 5 : 60
  return Math.max(step, Math.ceil(seconds / step) * step)
}

const useRoundedDuration = (seconds: number): string => {
  const { i18n } = useTranslation()
  return formatDuration(roundUp(seconds), i18n.language)
}

const LabStarting = ({ lab }: { lab: Lab }) => {
  const { t, i18n } = useTranslation('lab')
  const { view, stop, isPolled } = lab
  const { elapsed, isSlow } = view
  const usualTime = useRoundedDuration(view.usual)
  const slowTime = useRoundedDuration(view.half ?? view.usual)
  const resumePolling = () => {
    labTracker.setPolled(true)
    lab.read()
  }
  const message =
    elapsed === null
      ? t('starting.sending')
      : `${t('starting.elapsed', { time: formatDuration(elapsed, i18n.language) })}, ${t('starting.usual', { time: usualTime })}`
  return (
    <>
      {isPolled ? (
        <div className="flex flex-col gap-1.5">
          {/* Indeterminate beyond the usual time. */}
          <Progress
            label={t('starting.label')}
            isLabelHidden
            value={elapsed === null || isSlow ? null : Math.min(elapsed, view.usual * 0.95)}
            max={view.usual}
          />
          <p className="text-sm text-muted tabular-nums">{message}</p>
        </div>
      ) : (
        <p className="text-sm text-muted">{t('starting.left')}</p>
      )}
      {isSlow && isPolled && (
        <Banner tone="warning" role="status">
          {view.half === null ? t('starting.slow') : t('starting.slowOwn', { time: slowTime })}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {isPolled ? (
          elapsed !== null && (
            <Button onClick={() => labTracker.setPolled(false)}>{t('starting.leave')}</Button>
          )
        ) : (
          <Button isPending={lab.isReading} onClick={resumePolling}>
            {t('starting.look')}
          </Button>
        )}
        {(labCan.stop(view) || lab.start.isPending) && <StopLabButton stop={stop} />}
      </div>
    </>
  )
}
