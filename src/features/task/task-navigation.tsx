import { Link, useNavigate } from '@tanstack/react-router'
import {
  ArrowLeft,
  ArrowRight,
  Flag,
  FlaskConical,
  ListFilter,
  type LucideIcon,
  SquareTerminal,
} from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task, TaskSummary } from '../../api/responses'
import { useRootDataAttribute } from '../../lib/hooks'
import { useShortcut } from '../../lib/shortcuts'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import type { TaskSearch } from './search'

interface PaneBarProps {
  task: Task
  pane: TaskSearch['pane']
  acceptsFlags: boolean
}

const itemClass =
  'flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-xs leading-tight font-medium text-text no-underline transition-colors duration-fast hover:bg-sunken md:flex-row md:gap-2 md:text-sm'

const activeClass = 'bg-accent-soft text-accent-text'

/** Bottom bar for screens where the panels aren't beside the description. */
export const BottomBar = ({ task, pane, acceptsFlags }: PaneBarProps) => {
  const { t } = useTranslation('task')
  const show = useShowPane(pane)
  const hasFlags = acceptsFlags && task.flags_total !== 0
  const hasLab = task.has_lab !== false
  const isShown = hasFlags || hasLab
  useRootDataAttribute('withBottomBar', isShown)
  if (!isShown) return null
  return (
    <nav
      aria-label={t('panes.label')}
      data-no-print
      className={cx(
        'bottom-0 z-1 flex min-h-[var(--bottom-bar)] divide-x divide-line border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] xl:hidden',
        // The terminal dock stands on it.
        pane === 'terminal' ? 'fixed inset-x-0' : 'sticky -mx-4',
      )}
    >
      {hasFlags && (
        <button type="button" className={itemClass} onClick={() => show(focusField)}>
          <PaneLabel icon={Flag} label={t('panes.flag')} />
        </button>
      )}
      {hasLab && (
        <button type="button" className={itemClass} onClick={() => show(focusLab)}>
          <PaneLabel icon={FlaskConical} label={t('panes.lab')} />
        </button>
      )}
      {hasLab && task.has_terminal !== false && (
        <Link
          from="/group/$groupId/task/$taskId"
          to="."
          search={{ pane: 'terminal' }}
          resetScroll={false}
          className={itemClass}
          onClick={openTerminal}
          activeProps={{ className: activeClass }}
        >
          <PaneLabel icon={SquareTerminal} label={t('panes.terminal')} />
        </Link>
      )}
    </nav>
  )
}

const PaneLabel = ({ icon: Icon, label }: { icon: LucideIcon; label: string }) => (
  <>
    <Icon className="size-4 shrink-0" />
    <span className="max-w-full truncate">{label}</span>
  </>
)

// The panels are elsewhere in the tree, so they are found by name and id.
const focusField = (): void => {
  document.querySelector<HTMLTextAreaElement>('textarea[name="flags"]')?.focus()
}

const focusLab = (): void => {
  const lab = document.getElementById('lab')
  if (!lab) return
  // Makes a section focusable by script.
  if (!lab.hasAttribute('tabindex')) lab.tabIndex = -1
  lab.focus()
}

/** Opens the session if possible; otherwise the link shows what it waits for. */
const openTerminal = (event: MouseEvent): void => {
  const button = document.getElementById('open-terminal')
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  if (!button || !isPlain || button.getAttribute('aria-disabled') === 'true') return
  event.preventDefault()
  button.click()
}

/** Closes the terminal first, because it covers the page on these screens. */
const useShowPane = (pane: TaskSearch['pane']) => {
  const navigate = useNavigate({ from: '/group/$groupId/task/$taskId' })
  return async (focus: () => void): Promise<void> => {
    if (pane === 'terminal') await navigate({ search: {}, replace: true, resetScroll: false })
    focus()
  }
}

interface TaskNeighboursProps {
  groupId: number
  previous: TaskSummary | null
  next: TaskSummary | null
  /** Whether they are within the group's filters. */
  isFiltered: boolean
}

/** Below the page; wide screens have `TaskSteps` beside the title. */
export const TaskNeighbours = ({ groupId, previous, next, isFiltered }: TaskNeighboursProps) => {
  const { t } = useTranslation('task')
  useTaskKey('previousTask', groupId, previous)
  useTaskKey('nextTask', groupId, next)
  if (!previous && !next) return null
  return (
    <nav aria-label={t('neighbours.label')} className="grid gap-3 sm:grid-cols-2 xl:hidden">
      {isFiltered && (
        <p className="flex items-center gap-1.5 text-sm text-muted sm:col-span-2">
          <ListFilter className="size-4 shrink-0" />
          <span>{t('neighbours.filtered')}</span>
        </p>
      )}
      {previous && <NeighbourLink groupId={groupId} task={previous} side="previous" />}
      {next && <NeighbourLink groupId={groupId} task={next} side="next" />}
    </nav>
  )
}

/** The neighbours beside the title of a wide page. */
export const TaskSteps = ({ groupId, previous, next, isFiltered }: TaskNeighboursProps) => {
  const { t } = useTranslation('task')
  if (!previous && !next) return null
  return (
    <div className="hidden items-center gap-2 pt-6 xl:flex">
      {isFiltered && <span className="text-sm text-muted">{t('neighbours.filtered')}</span>}
      {previous && <StepLink groupId={groupId} task={previous} side="previous" />}
      {next && <StepLink groupId={groupId} task={next} side="next" />}
    </div>
  )
}

const StepLink = ({ groupId, task, side }: NeighbourLinkProps) => {
  const { t } = useTranslation('task')
  const Arrow = side === 'next' ? ArrowRight : ArrowLeft
  return (
    <Link
      to="/group/$groupId/task/$taskId"
      params={{ groupId, taskId: task.id }}
      title={task.title}
      className={buttonClass({ isIconOnly: true })}
    >
      <Arrow className="size-4" />
      <span className="sr-only">{`${t(`neighbours.${side}`)}: ${task.title}`}</span>
    </Link>
  )
}

const useTaskKey = (id: 'previousTask' | 'nextTask', groupId: number, task: TaskSummary | null): void => {
  const navigate = useNavigate()
  const open = () =>
    task && void navigate({ to: '/group/$groupId/task/$taskId', params: { groupId, taskId: task.id } })
  useShortcut(id, open, task !== null)
}

interface NeighbourLinkProps {
  groupId: number
  task: TaskSummary
  side: 'previous' | 'next'
}

const NeighbourLink = ({ groupId, task, side }: NeighbourLinkProps) => {
  const { t } = useTranslation('task')
  const isNext = side === 'next'
  const Arrow = isNext ? ArrowRight : ArrowLeft
  return (
    <Link
      to="/group/$groupId/task/$taskId"
      params={{ groupId, taskId: task.id }}
      className={cx(
        'flex min-w-0 items-center gap-3 rounded-card border border-line bg-surface p-4 no-underline transition-colors duration-fast hover:border-control',
        isNext && 'flex-row-reverse text-right sm:col-start-2',
      )}
    >
      <Arrow className="size-5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-muted">{t(`neighbours.${side}`)}</span>
        <bdi className="block truncate font-medium text-text">{task.title}</bdi>
      </span>
    </Link>
  )
}
