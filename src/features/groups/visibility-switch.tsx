import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, getServerDetail } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import { taskQuery } from '../../api/queries/tasks'
import { mutation } from '../../api/query'
import type { TaskSummary } from '../../api/responses'
import { isOutcomeUnknown, usePollOutcome } from '../../api/use-poll-outcome'
import { shortErrorMessage } from '../../i18n/error-messages'
import { Banner } from '../../ui/banner'
import { Switch } from '../../ui/switch'
import {
  applyChange,
  cancelReads,
  invalidateGroup,
  isVisibleToStudents,
  type TaskVisibility,
  toVisibility,
} from './task-visibility'

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

/** Optimistic with a rollback, one change per task at a time. `error` is that of the last change. */
const useTaskVisibility = (groupId: number, task: Pick<TaskSummary, 'id'> & TaskVisibility) => {
  const queryClient = useQueryClient()
  const groupKey = ['setTaskVisibility', groupId]
  const mutationKey = [...groupKey, task.id]
  const { mutate, error, variables, reset } = useMutation({
    ...mutation('setTaskVisibility'),
    mutationKey,
    onMutate: async ({ body }) => {
      const before: TaskVisibility = { visible: task.visible, status: task.status }
      await cancelReads(queryClient, groupId, task.id)
      applyChange(queryClient, groupId, task.id, toVisibility(before, body.visible))
      return before
    },
    onError: (_error, _variables, before) => {
      if (before) applyChange(queryClient, groupId, task.id, before)
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: taskQuery(groupId, task.id).queryKey })
      // Only the last of several changes refetches the group; earlier responses would revert the later changes for a
      // moment.
      if (queryClient.isMutating({ mutationKey: groupKey }) === 1) invalidateGroup(queryClient, groupId)
    },
  })
  const isPending = useIsMutating({ mutationKey }) > 0
  const [known, setKnown] = useState<unknown>(null)
  usePollOutcome(isOutcomeUnknown(error) && known !== error, async () => {
    const group = await queryClient.query({ ...groupQuery(groupId), staleTime: 0, retry: false })
    void queryClient.invalidateQueries({ queryKey: taskQuery(groupId, task.id).queryKey })
    setKnown(error)
    const now = group.categories.flatMap(({ tasks }) => tasks).find(({ id }) => id === task.id)
    // It was applied; only the response was lost.
    if (now && isVisibleToStudents(now) === variables?.body.visible) reset()
  })
  const change = (visible: boolean): void => {
    if (queryClient.isMutating({ mutationKey }) > 0) return
    mutate({ params: { path: { group: groupId, task: task.id } }, body: { visible } })
  }
  return { change, isPending, error, forget: reset }
}
