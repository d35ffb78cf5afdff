import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, serverWords } from '../../api/errors'
import { reasonText } from '../../i18n/error-text'
import type { TaskSummary } from '../../queries/answers'
import { isVisibleToStudents, useTaskVisibility } from '../../queries/visibility'
import { Banner } from '../../ui/banner'
import { Switch } from '../../ui/switch'

interface VisibilitySwitchProps {
  groupId: number
  task: Pick<TaskSummary, 'id' | 'title' | 'visible' | 'status'>
  /** With the whole label, where the switch stands alone. */
  isWide?: boolean
}

/** Shows or hides a task for the members of its group; for administrators. A refusal stands in an alert beside it. */
export const VisibilitySwitch = ({ groupId, task, isWide = false }: VisibilitySwitchProps) => {
  const { t } = useTranslation(['task', 'common'])
  const { change, isPending, error, forget } = useTaskVisibility(groupId, task)
  const control = useRef<HTMLInputElement>(null)
  const dismiss = () => {
    forget()
    // The cross that had focus goes with the alert.
    control.current?.focus()
  }
  return (
    <>
      <Switch
        ref={control}
        label={isWide ? t('visibility.label') : t('visibility.short')}
        aria-label={t('visibility.named', { title: task.title })}
        isOn={isVisibleToStudents(task)}
        isPending={isPending}
        onChange={event => change(event.currentTarget.checked)}
        // Above the link that covers a row.
        className="relative z-1 justify-self-start text-muted max-md:col-start-2"
      />
      {error && (
        <Banner
          role="alert"
          tone="danger"
          title={t('visibility.failed')}
          onDismiss={dismiss}
          dismissLabel={t('close', { ns: 'common' })}
          className="relative z-1 col-span-full"
        >
          <Reason error={error} />
        </Banner>
      )}
    </>
  )
}

/** The server's detail as it came (specification §7), and our own sentence where there is one for it. */
const Reason = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation('task')
  const words = serverWords(error)
  return (
    <>
      {(error.detail || !words) && <p>{reasonText(error)}</p>}
      {words && (
        <p className="[overflow-wrap:anywhere]">
          {t('visibility.server')} <bdi>{words}</bdi>
        </p>
      )}
    </>
  )
}
