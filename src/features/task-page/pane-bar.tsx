import { Link, useNavigate } from '@tanstack/react-router'
import { Flag, FlaskConical, type LucideIcon, SquareTerminal } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useRootMark } from '../../lib/use-root-mark'
import type { Task } from '../../queries/answers'
import { cx } from '../../ui/cx'
import type { TaskSearch } from './task-search'

interface PaneBarProps {
  task: Task
  pane: TaskSearch['pane']
  takesFlags: boolean
}

const itemClass =
  'flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-xs leading-tight font-medium text-text no-underline transition-colors duration-fast hover:bg-sunken md:flex-row md:gap-2 md:text-sm'

const openClass = 'bg-accent-soft text-accent-text'

/** Where flags, lab and terminal are not beside the description, a bar at the bottom leads to them (ux §1, layout). */
export const PaneBar = ({ task, pane, takesFlags }: PaneBarProps) => {
  const { t } = useTranslation('task')
  const show = useShowPart(pane)
  const hasFlags = takesFlags && task.flags_total > 0
  const isShown = hasFlags || task.has_lab
  useRootMark('withBottomBar', isShown)
  if (!isShown) return null
  return (
    <nav
      aria-label={t('panes.label')}
      data-no-print
      className={cx(
        'bottom-0 z-1 flex min-h-[var(--bottom-bar)] divide-x divide-line border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] xl:hidden',
        // The terminal stands on it, wherever the page is scrolled to.
        pane === 'terminal' ? 'fixed inset-x-0' : 'sticky -mx-4',
      )}
    >
      {hasFlags && (
        <button type="button" className={itemClass} onClick={() => show(focusField)}>
          <PaneLabel icon={Flag} label={t('panes.flag')} />
        </button>
      )}
      {task.has_lab && (
        <button type="button" className={itemClass} onClick={() => show(focusLab)}>
          <PaneLabel icon={FlaskConical} label={t('panes.lab')} />
        </button>
      )}
      {task.has_lab && task.has_terminal !== false && (
        <Link
          from="/group/$groupId/task/$taskId"
          to="."
          search={{ pane: 'terminal' }}
          resetScroll={false}
          className={itemClass}
          onClick={openTerminal}
          activeProps={{ className: openClass }}
        >
          <PaneLabel icon={SquareTerminal} label={t('panes.terminal')} />
        </Link>
      )}
    </nav>
  )
}

const PaneLabel = ({ icon: Icon, label }: { icon: LucideIcon; label: string }) => (
  <>
    <Icon className="size-4 shrink-0" aria-hidden />
    <span className="max-w-full truncate">{label}</span>
  </>
)

// The panels and this bar stand in different parts of the page: the field's name and the lab's id are what both know.
const focusField = (): void => {
  document.querySelector<HTMLTextAreaElement>('textarea[name="flags"]')?.focus()
}

const focusLab = (): void => {
  const lab = document.getElementById('lab')
  if (!lab) return
  // A heading or a section takes focus from scripts only.
  if (!lab.hasAttribute('tabindex')) lab.tabIndex = -1
  lab.focus()
}

/** Where a terminal can be opened now, one tap does it; else the link shows what it waits for. */
const openTerminal = (event: MouseEvent): void => {
  const button = document.getElementById('open-terminal')
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  if (!button || !isPlain || button.getAttribute('aria-disabled') === 'true') return
  event.preventDefault()
  button.click()
}

/** The terminal covers the page where this bar stands, so it is put away before anything else is shown. */
const useShowPart = (pane: TaskSearch['pane']) => {
  const navigate = useNavigate({ from: '/group/$groupId/task/$taskId' })
  return async (focus: () => void): Promise<void> => {
    if (pane === 'terminal') await navigate({ search: {}, replace: true, resetScroll: false })
    focus()
  }
}
