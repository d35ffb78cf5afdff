import { CircleCheck, CircleHelp, CircleOff, CircleX, FlaskConical, ScrollText } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isApplicationResponse } from '../../api/api-health'
import type { ApiError } from '../../api/errors'
import type { Task } from '../../api/responses'
import { retryReason, shortErrorMessage } from '../../i18n/error-messages'
import { SectionBoundary } from '../../i18n/section-boundary'
import { SlowAnswer } from '../../i18n/slow-answer'
import { useRetryAfter } from '../../lib/cooldowns'
import { formatDuration } from '../../lib/format'
import { safeLink } from '../../lib/safe-url'
import { useShortcut } from '../../lib/shortcuts'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { Progress } from '../../ui/progress'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton'
import { SkeletonFromText } from '../../ui/skeleton-from-text'
import { Spinner } from '../../ui/spinner'
import type { Tone } from '../../ui/tone'
import { CallFailure, StartFailure } from './lab-failure'
import { LabReady } from './lab-ready'
import { labTracker } from './lab-storage'
import { type LabState, labCan } from './model'
import { LabRestarting, RestartLabButton, RestartLabDialog, RestartNote } from './restart-lab'
import { StopLabButton, StopLabDialog } from './stop-lab'
import { type Lab, useLab } from './use-lab'

interface LabPanelProps {
  task: Task
  /** Shown while the lab is ready: what else opens it. */
  children?: ReactNode
}

export const LabPanel = ({ task, children }: LabPanelProps) => {
  if (task.has_lab === false) return null
  return (
    <SectionBoundary>
      <Panel key={task.id} task={task}>
        {children}
      </Panel>
    </SectionBoundary>
  )
}

const Panel = ({ task, children }: LabPanelProps) => {
  const { t } = useTranslation('lab')
  const lab = useLab(task)
  const section = useRef<HTMLElement>(null)
  useShortcut('lab', () => section.current?.focus())
  const logs = safeLink(task.log_viewer_url)
  return (
    <section ref={section} id="lab" tabIndex={-1} aria-labelledby="lab-title" className="rounded-card">
      <Card padding="lg" className="flex flex-col gap-4">
        <SectionTitle id="lab-title" actions={lab.isKnown && <StateBadge state={getBadge(lab)} />}>
          {t('title')}
        </SectionTitle>
        <LabBody lab={lab} task={task}>
          {children}
        </LabBody>
        <StopLabDialog stop={lab.stop} />
        <RestartLabDialog lab={lab} />
        {logs && (
          <a
            href={logs}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-6 items-center gap-2 self-start text-sm"
          >
            <ScrollText className="size-4 shrink-0" />
            <span>{t('logs')}</span>
            <span className="sr-only">{t('external')}</span>
          </a>
        )}
      </Card>
    </section>
  )
}

const badges: Record<LabState | 'restarting' | 'failed', { tone: Tone; icon: ReactNode }> = {
  off: { tone: 'neutral', icon: <CircleOff /> },
  starting: { tone: 'info', icon: <Spinner className="size-3.5" /> },
  restarting: { tone: 'info', icon: <Spinner className="size-3.5" /> },
  ready: { tone: 'success', icon: <CircleCheck /> },
  unknown: { tone: 'warning', icon: <CircleHelp /> },
  failed: { tone: 'danger', icon: <CircleX /> },
}

/** A lab that is off because its start failed says so. */
const getBadge = (lab: Lab): keyof typeof badges => {
  if (lab.restart.isStopping) return 'restarting'
  return lab.shownState === 'off' && lab.view.error ? 'failed' : lab.shownState
}

const StateBadge = ({ state }: { state: keyof typeof badges }) => {
  const { t } = useTranslation('lab')
  return <Badge {...badges[state]}>{t(`state.${state}`)}</Badge>
}

const LabBody = ({ lab, task, children }: LabPanelProps & { lab: Lab }) => {
  if (!lab.isKnown) {
    if (!lab.error) return <PendingLab lab={lab} />
    return task.has_lab === undefined && isMissing(lab.error) ? <NoLab /> : <ReadFailure lab={lab} />
  }
  if (lab.restart.isStopping)
    return (
      <>
        <LabRestarting lab={lab} />
        {lab.error && <StaleNotice lab={lab} />}
      </>
    )
  return (
    <>
      {lab.restart.isInterrupted && <RestartNote lab={lab} />}
      {lab.shownState === 'off' && <LabOff lab={lab} />}
      {lab.shownState === 'starting' && <LabStarting lab={lab} />}
      {lab.shownState === 'ready' && <LabReady lab={lab}>{children}</LabReady>}
      {lab.shownState === 'unknown' && <LabUnknown lab={lab} />}
      {lab.stop.error && lab.view.state !== 'off' && (
        <CallFailure lab={lab} call={lab.restart.hasFailed ? 'restart' : 'stop'} />
      )}
      {lab.error && <StaleNotice lab={lab} />}
    </>
  )
}

/** As high as a stopped lab, the usual case: a running one is loaded before the page renders. */
const PendingLab = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation(['lab', 'common'])
  const { isTaskOpen } = lab.view
  return (
    <>
      <SkeletonGroup label={t('loading', { ns: 'common' })} className="flex flex-col gap-4">
        <SkeletonFromText text={useOffMessage(lab)} className="text-sm" />
        {isTaskOpen ? (
          <Skeleton className="h-control" />
        ) : (
          <SkeletonFromText text={t('off.disabled')} className="text-sm" />
        )}
      </SkeletonGroup>
      <SlowAnswer isPending onStop={lab.read} stopLabel={t('retry', { ns: 'common' })}>
        {t('slow.read')}
      </SlowAnswer>
    </>
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
          icon={<FlaskConical />}
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
        <RestartLabButton lab={lab} />
      </div>
    </>
  )
}

/** Waits for `Retry-After`. */
const RetryRead = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation('common')
  const wait = useRetryAfter(lab.error)
  return (
    <Button size="sm" isPending={lab.isReading} onClick={lab.read} disabledReason={retryReason(wait)}>
      {t('retry')}
    </Button>
  )
}

const isMissing = (error: ApiError): boolean => error.status === 404 && isApplicationResponse(error)

/** Of a task that doesn't say whether it has one. */
const NoLab = () => {
  const { t } = useTranslation('lab')
  return <p className="text-sm text-muted">{t('none')}</p>
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
      <SlowAnswer isPending={lab.start.isPending} onStop={lab.start.stopWaiting}>
        {t('slow.start')}
      </SlowAnswer>
      {isSlow && isPolled && (
        <Banner tone="warning" role="status">
          {view.half === null ? t('starting.slow') : t('starting.slowOwn', { time: slowTime })}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {!isPolled && (
          <Button isPending={lab.isReading} onClick={resumePolling}>
            {t('starting.look')}
          </Button>
        )}
        {(labCan.stop(view) || lab.start.isPending) && <StopLabButton stop={stop} />}
        <RestartLabButton lab={lab} />
        {isPolled && elapsed !== null && (
          <Button variant="quiet" onClick={() => labTracker.setPolled(false)}>
            {t('starting.leave')}
          </Button>
        )}
      </div>
    </>
  )
}
