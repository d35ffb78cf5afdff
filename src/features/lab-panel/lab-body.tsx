import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../i18n/error-text'
import { useRetryAfter } from '../../lib/use-retry-after'
import { labCan } from '../../queries/lab-view'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton'
import { SkeletonWords } from '../../ui/skeleton-words'
import { CallFailure, StartFailure } from './lab-failure'
import { LabReady } from './lab-ready'
import { LabStarting } from './lab-starting'
import { StopLab } from './stop-lab'
import type { Lab } from './use-lab'
import { useRoundedTime } from './use-rounded-time'

interface LabBodyProps {
  lab: Lab
  terminal: ReactNode
  vpnConfig: ReactNode
}

/** What stands under the panel's title, by the state of the lab. */
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

/** As high as a lab that is off, as most are: one that runs is asked for before its page stands. */
const PendingLab = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation(['lab', 'common'])
  const { isTaskOpen } = lab.view
  return (
    <SkeletonGroup label={t('loading', { ns: 'common' })} className="flex flex-col gap-4">
      <SkeletonWords text={useOffText(lab)} className="text-sm" />
      {isTaskOpen ? (
        <Skeleton className="h-control" />
      ) : (
        <SkeletonWords text={t('off.disabled')} className="text-sm" />
      )}
    </SkeletonGroup>
  )
}

const useOffText = ({ view }: Lab): string => {
  const { t } = useTranslation('lab')
  const usual = useRoundedTime(view.usual)
  return view.isTaskOpen ? `${t('off.text')} ${t('off.usual', { time: usual })}` : t('off.text')
}

const LabOff = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation('lab')
  const { view, start, stop } = lab
  const text = useOffText(lab)
  return (
    <>
      {lab.isTimeOver && <Banner tone="neutral">{t('off.timeOver')}</Banner>}
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
        {labCan.stop(lab.view) && <StopLab stop={lab.stop} />}
      </div>
    </>
  )
}

/** Asks for the state once more, after the pause that the server wished for. */
const ReadAgain = ({ lab }: { lab: Lab }) => {
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

/** Nothing was ever heard of this lab. */
const ReadFailure = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation('lab')
  return (
    <Banner tone="danger" role="alert" title={t('failure.read')} action={<ReadAgain lab={lab} />}>
      {reasonText(lab.error)}
    </Banner>
  )
}

/** The state stays as it was known: a silent server has switched nothing off (T05). */
const StaleNotice = ({ lab }: { lab: Lab }) => {
  const { t } = useTranslation('lab')
  return (
    <Banner tone="warning" role="status" action={<ReadAgain lab={lab} />}>
      <p>{reasonText(lab.error)}</p>
      <p>{t('stale')}</p>
    </Banner>
  )
}
