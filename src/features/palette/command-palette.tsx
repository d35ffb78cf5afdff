import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupListQuery } from '../../api/queries/groups'
import { useTaskMatches } from '../../api/use-task-matches'
import { useAnnounceChange } from '../../lib/hooks'
import { isComposing } from '../../lib/is-composing'
import { shortcutsDialog } from '../../lib/shortcuts'
import { matchesText } from '../../lib/text'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { Dialog } from '../../ui/dialog'
import { Kbd } from '../../ui/kbd'
import { TextInput } from '../../ui/text-input'
import { feedbackDialog } from '../feedback/public'
import { commandPalette } from './palette-state'

const sections = ['tasks', 'groups', 'pages', 'actions'] as const

interface Command {
  id: string
  section: (typeof sections)[number]
  label: string
  /** The label is data, not an interface text. */
  isName?: boolean
  hint?: string
  category?: string
  run: () => void
}

const MAX_TASKS = 12
const MAX_GROUPS = 8

const useCommands = (q: string): { commands: Command[]; isLoading: boolean } => {
  const { t } = useTranslation(['palette', 'common'])
  const router = useRouter()
  const { data: groups = [] } = useQuery(groupListQuery())
  const { matches, isLoading } = useTaskMatches(groups, q)
  const tasks = matches.slice(0, MAX_TASKS).map(
    ({ task, category, group }): Command => ({
      id: `task-${group.id}-${task.id}`,
      section: 'tasks',
      label: task.title,
      isName: true,
      hint: group.name,
      category,
      run: () =>
        void router.navigate({
          to: '/group/$groupId/task/$taskId',
          params: { groupId: group.id, taskId: task.id },
        }),
    }),
  )
  const pages = [
    ['/', t('home', { ns: 'common' })],
    ['/groups', t('page.groups', { ns: 'common' })],
    ['/competencies', t('nav.myProfile', { ns: 'common' })],
    ['/contacts', t('page.contacts', { ns: 'common' })],
    ['/legal', t('page.legal', { ns: 'common' })],
  ] as const
  const others: Command[] = [
    ...groups
      .filter(({ id }) => id > 0)
      .map(
        (group): Command => ({
          id: `group-${group.id}`,
          section: 'groups',
          label: group.name,
          isName: true,
          run: () => void router.navigate({ to: '/group/$groupId', params: { groupId: group.id } }),
        }),
      ),
    ...pages.map(
      ([href, label]): Command => ({
        id: `page-${href}`,
        section: 'pages',
        label,
        run: () => void router.navigate({ href }),
      }),
    ),
    {
      id: 'feedback',
      section: 'actions',
      label: t('nav.feedback', { ns: 'common' }),
      run: feedbackDialog.open,
    },
    {
      id: 'keys',
      section: 'actions',
      label: t('nav.shortcuts', { ns: 'common' }),
      run: shortcutsDialog.open,
    },
  ]
  const found = others.filter(({ label }) => matchesText(label, q))
  const foundGroups = found.filter(({ section }) => section === 'groups').slice(0, MAX_GROUPS)
  const rest = found.filter(({ section }) => section !== 'groups')
  return { commands: [...tasks, ...foundGroups, ...rest], isLoading }
}

/** Tasks, groups, pages and actions by their name, opened from everywhere with Ctrl+K or ⌘K. */
export const CommandPalette = () => {
  const { t } = useTranslation(['palette', 'common'])
  const id = useId()
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const { commands, isLoading } = useCommands(q)
  const [chosen, setChosen] = useState<string | null>(null)
  const index = Math.max(
    0,
    commands.findIndex(command => command.id === chosen),
  )
  const active = commands[index]
  const input = useRef<HTMLInputElement>(null)
  const activeId = active && `${id}-${active.id}`
  useEffect(() => {
    // jsdom has no scrolling.
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  const found = t('found', { count: commands.length })
  useAnnounceChange(q, found, isLoading ? null : 500)
  const run = (command: Command) => {
    commandPalette.close()
    command.run()
  }
  const move = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && active) {
      event.preventDefault()
      run(active)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || commands.length === 0) return
    event.preventDefault()
    setChosen(commands[(index + step + commands.length) % commands.length]?.id ?? null)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={commandPalette.close}
      title={t('title')}
      closeLabel={t('close', { ns: 'common' })}
      size="md"
      isAtTop
      initialFocus={input}
    >
      <div className="flex flex-col gap-3">
        <TextInput
          ref={input}
          role="combobox"
          aria-label={t('label')}
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder={t('placeholder')}
          icon={<Search className="size-4" />}
          value={text}
          maxLength={100}
          onChange={event => {
            setText(event.currentTarget.value)
            setChosen(null)
          }}
          onKeyDown={move}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('title')}
          className="max-h-[50dvh] overflow-y-auto overscroll-contain"
        >
          {sections.map(section => {
            const shown = commands.filter(command => command.section === section)
            if (shown.length === 0) return null
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox.
              <div key={section} role="group" aria-labelledby={`${id}-${section}`} className="pb-2">
                <p id={`${id}-${section}`} className="px-3 py-1 text-xs text-muted">
                  {t(`section.${section}`)}
                </p>
                {shown.map(command => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field, which says what is chosen.
                  <div
                    key={command.id}
                    id={`${id}-${command.id}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={command === active}
                    onClick={() => run(command)}
                    onPointerMove={() => setChosen(command.id)}
                    className={cx(
                      'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 text-sm pointer-coarse:min-h-control',
                      command === active && 'bg-accent-soft forced-colors:outline-2',
                    )}
                  >
                    {command.category !== undefined && <CategoryFlag name={command.category} />}
                    <span className="flex min-w-0 flex-1 flex-col py-2">
                      <span className="min-w-0">
                        {command.isName ? <bdi>{command.label}</bdi> : command.label}
                      </span>
                      {command.hint && (
                        <span className="min-w-0 text-xs text-muted">
                          <bdi>{command.hint}</bdi>
                        </span>
                      )}
                    </span>
                  </div>
                ))}
              </div>
            )
          })}
          {commands.length === 0 && (
            <p className="px-3 py-2 text-sm text-muted">{isLoading ? t('loading') : found}</p>
          )}
        </div>
        <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-xs text-muted pointer-coarse:hidden">
          <span>
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> <span>{t('keys.choose')}</span>
          </span>
          <span>
            <Kbd>Enter</Kbd> <span>{t('keys.open')}</span>
          </span>
          <span>
            <Kbd>Esc</Kbd> <span>{t('keys.close')}</span>
          </span>
        </p>
      </div>
    </Dialog>
  )
}
