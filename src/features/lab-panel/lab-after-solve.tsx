import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../i18n/error-text'
import { labCan, labState } from '../../queries/lab-view'
import { labStatusQuery, useStopLab } from '../../queries/labs'
import { Banner } from '../../ui/banner'
import { StopLab, StopQuestion, useStopQuestion } from './stop-lab'

interface LabAfterSolveProps {
  groupId: number
  taskId: number
}

/** Offers to stop the lab of a task that is solved; it never stops by itself. */
export const LabAfterSolve = ({ groupId, taskId }: LabAfterSolveProps) => {
  const { t } = useTranslation('lab')
  // The panel reads it; this only looks.
  const { data } = useQuery({ ...labStatusQuery(groupId, taskId), enabled: false })
  const state = labState(data)
  const isRunning = data !== undefined && state !== 'unknown' && labCan.stop({ state })
  const stop = useStopQuestion(useStopLab({ groupId, taskId }), isRunning)
  if (!isRunning) return null
  return (
    <Banner tone="info" action={<StopLab stop={stop} />}>
      {t('solved.text')}
      {stop.error && <p role="alert">{`${t('failure.stop')}. ${reasonText(stop.error)}`}</p>}
      <StopQuestion stop={stop} />
    </Banner>
  )
}
