import {
  type QueryClient,
  useIsMutating,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, getServerDetail } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import { taskQuery } from '../../api/queries/tasks'
import { mutation } from '../../api/query'
import type { Category, TaskSummary } from '../../api/responses'
import { isOutcomeUnknown, usePollOutcome } from '../../api/use-poll-outcome'
import { shortErrorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { clock } from '../../lib/clock'
import { useOnline } from '../../lib/online'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Spinner } from '../../ui/spinner'
import { Switch } from '../../ui/switch'
import {
  applyChange,
  cancelReads,
  invalidateGroup,
  isVisibleToStudents,
  type TaskVisibility,
  toVisibility,
} from './task-visibility'

/** A request to show or hide several tasks of a category. */
interface CategoryChange {
  category: string
  taskIds: readonly number[]
  visible: boolean
}

interface CategoryResult {
  /** Tasks that have the requested visibility now. */
  changed: readonly number[]
  /** Why the others don't. */
  error: ApiError | null
}

const getKey = (groupId: number) => ['setCategoryVisibility', groupId]

const findTasks = (categories: readonly Category[], ids: readonly number[]): TaskSummary[] =>
  categories.flatMap(({ tasks }) => tasks).filter(({ id }) => ids.includes(id))

/** One PATCH after another until a failure. A change without an answer counts by what the group says afterwards. */
const changeTasks = async (
  queryClient: QueryClient,
  groupId: number,
  { taskIds, visible }: CategoryChange,
): Promise<CategoryResult> => {
  const { queryKey } = groupQuery(groupId)
  const read = () => findTasks(queryClient.getQueryData(queryKey)?.categories ?? [], taskIds)
  const cache = queryClient.getMutationCache()
  let error: ApiError | null = null
  for (const task of read()) {
    const mutationKey = ['setTaskVisibility', groupId, task.id]
    // Its own switch is being used.
    if (queryClient.isMutating({ mutationKey }) > 0) continue
    try {
      await cache
        .build(queryClient, { ...mutation('setTaskVisibility'), mutationKey })
        .execute({ params: { path: { group: groupId, task: task.id } }, body: { visible } })
      await cancelReads(queryClient, groupId, task.id)
      applyChange(queryClient, groupId, task.id, toVisibility(task, visible))
    } catch (failure) {
      error = failure as ApiError
      break
    }
  }
  if (error && error.kind !== 'http') await queryClient.refetchQueries({ queryKey }).catch(() => {})
  invalidateGroup(queryClient, groupId)
  const changed = read()
    .filter(task => isVisibleToStudents(task) === visible)
    .map(({ id }) => id)
  return { changed, error: changed.length === taskIds.length ? null : error }
}

/** One change of a category at a time, on clicks only, never retried by itself. */
const useCategoryChange = (groupId: number) => {
  const queryClient = useQueryClient()
  const mutationKey = getKey(groupId)
  const cache = queryClient.getMutationCache()
  return {
    isPending: useIsMutating({ mutationKey }) > 0,
    run: (change: CategoryChange): void => {
      if (queryClient.isMutating({ mutationKey }) > 0) return
      const options = {
        mutationKey,
        networkMode: 'always' as const,
        retry: 0,
        mutationFn: (next: CategoryChange) => changeTasks(queryClient, groupId, next),
      }
      cache
        .build(queryClient, options)
        .execute(change)
        .catch(() => null)
    },
    dismiss: (): void => {
      for (const one of cache.findAll({ mutationKey })) cache.remove(one)
    },
  }
}

interface CategoryActionsProps {
  groupId: number
  /** All tasks of the category, not only those that the filters found. */
  category: Category
}

/** Shows or hides every task of a category. */
export const CategoryActions = ({ groupId, category: { name, tasks } }: CategoryActionsProps) => {
  const { t } = useTranslation('teaching')
  const { isPending, run } = useCategoryChange(groupId)
  const isOnline = useOnline()
  const visible = tasks.filter(isVisibleToStudents)
  const hidden = tasks.filter(task => !isVisibleToStudents(task))
  const button = (toVisible: boolean, targets: readonly TaskSummary[]) => {
    if (targets.length === 0) return null
    const Icon = toVisible ? Eye : EyeOff
    return (
      <Button
        size="sm"
        variant="quiet"
        icon={<Icon />}
        aria-label={t(toVisible ? 'category.showNamed' : 'category.hideNamed', { category: name })}
        disabledReason={isOnline ? (isPending ? t('category.busy') : '') : t('category.offline')}
        reasonPlacement="hidden"
        onClick={() => {
          const taskIds = targets.map(({ id }) => id)
          run({ category: name, taskIds, visible: toVisible })
        }}
      >
        {t(toVisible ? 'category.show' : 'category.hide')}
      </Button>
    )
  }
  return (
    <>
      {button(true, hidden)}
      {button(false, visible)}
      {/* Above the switches, whose heading it is. */}
      <span className="text-sm text-muted">
        {t('category.visible', { visible: visible.length, total: tasks.length })}
      </span>
    </>
  )
}

interface LastChange {
  id: number
  change: CategoryChange
  result: CategoryResult | undefined
}

/** Result of the last change with "Undo". Sticks to the screen's edge: its category may be far up or filtered out. */
export const CategoryChangeNote = ({ groupId }: { groupId: number }) => {
  const { t } = useTranslation(['teaching', 'common'])
  const { run, dismiss } = useCategoryChange(groupId)
  const last = useMutationState({
    filters: { mutationKey: getKey(groupId) },
    select: ({ state, mutationId }): LastChange => ({
      id: mutationId,
      change: state.variables as CategoryChange,
      result: state.data as CategoryResult | undefined,
    }),
  }).at(-1)
  const message = last && getMessage(last, t)
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!message?.isDone) return
    announce(message.title)
    // The pressed button goes away when the whole category is hidden, after the list was rendered again.
    return clock.after(0, () => {
      if (document.activeElement === document.body) undo.current?.focus()
    })
  }, [message?.isDone, message?.title])
  if (!last || !message) return null
  const { change, result } = last
  const undone = { ...change, taskIds: result?.changed ?? [], visible: !change.visible }
  const left = { ...change, taskIds: change.taskIds.filter(id => !result?.changed.includes(id)) }
  return (
    <div className="sticky bottom-2 z-2">
      <Banner
        tone={message.isPartial ? 'warning' : message.isDone ? 'success' : 'info'}
        title={message.title}
        {...(!message.isDone && { icon: <Spinner /> })}
        action={
          message.isDone && (
            <>
              {message.isPartial && (
                <Button size="sm" onClick={() => run(left)}>
                  {t('retry', { ns: 'common' })}
                </Button>
              )}
              {undone.taskIds.length > 0 && (
                <Button ref={undo} size="sm" onClick={() => run(undone)}>
                  {t('category.undo')}
                </Button>
              )}
            </>
          )
        }
        {...(message.isDone && { onDismiss: dismiss, dismissLabel: t('close', { ns: 'common' }) })}
        className="shadow-popup"
      >
        {message.text}
      </Banner>
    </div>
  )
}

type Translate = ReturnType<typeof useTranslation<['teaching', 'common']>>['t']

const getMessage = ({ change, result }: LastChange, t: Translate) => {
  const { category, visible, taskIds } = change
  if (!result) {
    const title = t(visible ? 'category.showing' : 'category.hiding', { category })
    return { title, text: null, isDone: false, isPartial: false }
  }
  const count = result.changed.length
  const isPartial = count < taskIds.length
  const done = visible ? ('category.shown' as const) : ('category.hidden' as const)
  const title = count === 0 ? t('category.none', { category }) : t(done, { category, count })
  const reason = result.error ? shortErrorMessage(result.error) : t('category.skipped')
  const text = isPartial ? `${t('category.left', { count: taskIds.length - count })} ${reason}` : null
  return { title, text, isDone: true, isPartial }
}

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
        // In a list the position of the switch shows it.
        label={
          isWide ? (
            t('visibility.label')
          ) : (
            <span className="sr-only">{t(isVisibleToStudents(task) ? 'visibility.short' : 'hidden')}</span>
          )
        }
        aria-label={t('visibility.named', { title: task.title })}
        isOn={isVisibleToStudents(task)}
        isPending={isPending}
        onChange={event => change(event.currentTarget.checked)}
        // Above the row's stretched link.
        className={cx('relative z-1 justify-self-start text-muted', !isWide && 'self-center')}
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

/** Our message first; the raw text of the server on request. */
const ErrorReason = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation('task')
  const detail = getServerDetail(error)
  return (
    <>
      <p>{error.detail || !detail ? shortErrorMessage(error) : t('visibility.refused')}</p>
      {detail && (
        <details>
          <summary>{t('visibility.details')}</summary>
          <p className="[overflow-wrap:anywhere]">
            <span>{t('visibility.server')}</span> <bdi>{detail}</bdi>
          </p>
        </details>
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
