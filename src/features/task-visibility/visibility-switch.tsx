import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, getServerDetail } from '../../api/errors'
import { shortErrorMessage } from '../../i18n/error-messages'
import type { TaskSummary } from '../../queries/responses'
import { isVisibleToStudents, useTaskVisibility } from '../../queries/visibility'
import { Banner } from '../../ui/banner'
import { Switch } from '../../ui/switch'

interface VisibilitySwitchProps {
  groupId: number
  task: Pick<TaskSummary, 'id' | 'title' | 'visible' | 'status'>
  isWide?: boolean
}

/** For administrators. */
export const VisibilitySwitch = ({ groupId, task, isWide = false }: VisibilitySwitchProps) => {
  const { t } = useTranslation(['task', 'common'])
  const { change, isPending, error, forget } = useTaskVisibility(groupId, task)
  const control = useRef<HTMLInputElement>(null)
  const dismiss = () => {
    forget()
    // The close button unmounts with the alert.
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
        // Above the row's stretched link.
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
          <ErrorReason error={error} />
        </Banner>
      )}
    </>
  )
}

/** Shows the raw server detail, and our message if there is one for it. */
const ErrorReason = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation('task')
  const detail = getServerDetail(error)
  return (
    <>
      {(error.detail || !detail) && <p>{shortErrorMessage(error)}</p>}
      {detail && (
        <p className="[overflow-wrap:anywhere]">
          {t('visibility.server')} <bdi>{detail}</bdi>
        </p>
      )}
    </>
  )
}
