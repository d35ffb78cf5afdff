import { Link, useNavigate } from '@tanstack/react-router'
import { Flag, FlaskConical, type LucideIcon, SquareTerminal } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useRootDataAttribute } from '../../lib/use-root-data-attribute'
import type { Task } from '../../queries/responses'
import { cx } from '../../ui/cx'
import type { TaskSearch } from './task-search'

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
  const hasFlags = acceptsFlags && task.flags_total > 0
  const isShown = hasFlags || task.has_lab
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
    <Icon className="size-4 shrink-0" aria-hidden />
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
