import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shortErrorMessage } from '../../i18n/error-messages'
import { labCan, labState } from '../../queries/lab-view'
import { labStatusQuery, useStopLab } from '../../queries/labs'
import { Banner } from '../../ui/banner'
import { StopLabButton, StopLabDialog, useStopDialog } from './stop-lab'

interface LabAfterSolveProps {
  groupId: number
  taskId: number
}

/** Never stops the lab automatically. */
export const LabAfterSolve = ({ groupId, taskId }: LabAfterSolveProps) => {
  const { t } = useTranslation('lab')
  // Reads the cache only; the panel polls.
  const { data } = useQuery({ ...labStatusQuery(groupId, taskId), enabled: false })
  const state = labState(data)
  const isRunning = data !== undefined && state !== 'unknown' && labCan.stop({ state })
  const stop = useStopDialog(useStopLab({ groupId, taskId }), isRunning)
  if (!isRunning) return null
  return (
    <Banner tone="info" action={<StopLabButton stop={stop} />}>
      {t('solved.text')}
      {stop.error && <p role="alert">{`${t('failure.stop')}. ${shortErrorMessage(stop.error)}`}</p>}
      <StopLabDialog stop={stop} />
    </Banner>
  )
}
