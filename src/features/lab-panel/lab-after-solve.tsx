import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../i18n/error-text'
import { labCan, labState } from '../../queries/lab-view'
import { labStatusQuery, useStopLab } from '../../queries/labs'
import { Banner } from '../../ui/banner'
import { StopLab } from './stop-lab'

interface LabAfterSolveProps {
  groupId: number
  taskId: number
}

/** Offers to stop the lab of a task that is solved; it never stops by itself. */
export const LabAfterSolve = ({ groupId, taskId }: LabAfterSolveProps) => {
  const { t } = useTranslation('lab')
  // The panel reads it; this only looks.
  const { data } = useQuery({ ...labStatusQuery(groupId, taskId), enabled: false })
  const stop = useStopLab({ groupId, taskId })
  const state = labState(data)
  if (!data || state === 'unknown' || !labCan.stop({ state })) return null
  return (
    <Banner tone="info" action={<StopLab stop={stop} />}>
      {t('solved.text')}
      {stop.error && <p role="alert">{errorText(stop.error)}</p>}
    </Banner>
  )
}
