import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/format'
import { labTracker } from '../../queries/lab-tracker'
import { labCan } from '../../queries/lab-view'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Progress } from '../../ui/progress'
import { StopLab } from './stop-lab'
import type { Lab } from './use-lab'
import { useRoundedTime } from './use-rounded-time'

/** While it starts: how long it has taken, how long it usually takes, and the ways out. */
export const LabStarting = ({ lab }: { lab: Lab }) => {
  const { t, i18n } = useTranslation('lab')
  const { view, stop, isWatched } = lab
  const { elapsed, isSlow } = view
  const usual = useRoundedTime(view.usual)
  const half = useRoundedTime(view.half ?? view.usual)
  const look = () => {
    labTracker.setWatched(true)
    lab.read()
  }
  const words =
    elapsed === null
      ? t('starting.sending')
      : `${t('starting.elapsed', { time: formatDuration(elapsed, i18n.language) })}, ${t('starting.usual', { time: usual })}`
  return (
    <>
      {isWatched ? (
        <div className="flex flex-col gap-1.5">
          {/* Above the usual time nobody knows how far it is. */}
          <Progress
            label={t('starting.label')}
            isLabelHidden
            value={elapsed === null || isSlow ? null : Math.min(elapsed, view.usual * 0.95)}
            max={view.usual}
          />
          <p className="text-sm text-muted tabular-nums">{words}</p>
        </div>
      ) : (
        <p className="text-sm text-muted">{t('starting.left')}</p>
      )}
      {isSlow && isWatched && (
        <Banner tone="warning" role="status">
          {view.half === null ? t('starting.slow') : t('starting.slowOwn', { time: half })}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {isWatched ? (
          elapsed !== null && (
            <Button onClick={() => labTracker.setWatched(false)}>{t('starting.leave')}</Button>
          )
        ) : (
          <Button isPending={lab.isReading} onClick={look}>
            {t('starting.look')}
          </Button>
        )}
        {(labCan.stop(view) || lab.start.isPending) && <StopLab stop={stop} />}
      </div>
    </>
  )
}
