import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import {
  type MouseEvent,
  memo,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import './floor.css'

/**
 * What the lists of the product have, as bare elements with the same roles, so that one bench uses both. What can wait
 * for the next paint waits, as in the product: a floor that blocks would hide a product that blocks.
 */

const languages = ['en', 'ru']
const themes = ['light', 'dark']

const Frame = ({ children }: { children: ReactNode }) => {
  const { t, i18n } = useTranslation()
  const [theme, setTheme] = useState('light')
  const applyTheme = (next: string) => {
    setTheme(next)
    document.documentElement.dataset.theme = next
  }
  const follow = useLinks()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only links in it react.
    <div onClick={follow}>
      <header>
        <nav>
          <a href="/groups">{t('nav.label')}</a>
        </nav>
        <Menu
          label={i18n.language.toUpperCase()}
          value={i18n.language}
          options={languages}
          onChange={next => void i18n.changeLanguage(next)}
        />
        <Menu label={`Theme: ${theme}`} value={theme} options={themes} onChange={applyTheme} />
      </header>
      <main>{children}</main>
    </div>
  )
}

/** One handler for all links of a page. */
const useLinks = () => {
  const { history } = useRouter()
  return (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (!link) return
    event.preventDefault()
    history.push(link.pathname)
  }
}

const afterPaint = (act: () => void) => requestAnimationFrame(() => setTimeout(act))

/** The first screen at once, the rest after it is painted. */
function useGrowing<Item>(items: readonly Item[]): readonly Item[] {
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    afterPaint(() => startTransition(() => setWhole(true)))
  }, [])
  return isWhole ? items : items.slice(0, 40)
}

interface MenuProps {
  label: string
  value: string
  options: readonly string[]
  onChange: (value: string) => void
}

const Menu = ({ label, value, options, onChange }: MenuProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </button>
      {isOpen && (
        <div role="menu">
          {options.map(option => (
            <button
              key={option}
              type="button"
              role="menuitemradio"
              aria-checked={option === value}
              onClick={() => {
                setOpen(false)
                afterPaint(() => onChange(option))
              }}
            >
              {option}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

interface FilteredProps<Item> {
  items: readonly Item[]
  getName: (item: Item) => string
  isChosen: (item: Item) => boolean
  children: (found: readonly Item[]) => ReactNode
}

/** A search field and one filter; the list follows after they are painted, like in the product. */
function Filtered<Item>({ items, getName, isChosen, children }: FilteredProps<Item>) {
  const [filter, setFilter] = useState({ text: '', isOn: false })
  const { text, isOn } = useDeferredValue(filter)
  const found = useMemo(
    () => items.filter(item => getName(item).toLowerCase().includes(text) && (!isOn || isChosen(item))),
    [items, text, isOn, getName, isChosen],
  )
  const shown = useGrowing(found)
  const list = useMemo(() => children(shown), [children, shown])
  return (
    <>
      <input
        type="search"
        aria-label="Search"
        value={filter.text}
        onChange={event => setFilter({ ...filter, text: event.currentTarget.value })}
      />
      <button
        type="button"
        aria-pressed={filter.isOn}
        onClick={() => setFilter({ ...filter, isOn: !filter.isOn })}
      >
        Chosen
      </button>
      {list}
    </>
  )
}

interface GroupSummary {
  id: number
  name: string
  description: string | null
  is_exam: boolean
  tasks_solved: number
  tasks_total: number
}

const noItems: readonly never[] = []
const groupName = ({ name }: GroupSummary) => name
const isExam = ({ is_exam: isExam }: GroupSummary) => isExam
const groupList = (groups: readonly GroupSummary[]) => (
  <ul>
    {groups.map(group => (
      <GroupItem key={group.id} group={group} />
    ))}
  </ul>
)

const GroupItem = memo(({ group }: { group: GroupSummary }) => (
  <li>
    <h3>
      <a href={`/group/${group.id}`}>{group.name}</a>
    </h3>
    <p>{group.description?.slice(0, 180)}</p>
    <p>
      {group.tasks_solved} / {group.tasks_total}
    </p>
  </li>
))

export const Groups = () => {
  const { t } = useTranslation()
  const { data: groups = noItems } = useQuery<readonly GroupSummary[]>({ queryKey: ['/api/groups'] })
  return (
    <Frame>
      <h1>{t('nav.label')}</h1>
      <Filtered items={groups} getName={groupName} isChosen={isExam}>
        {groupList}
      </Filtered>
    </Frame>
  )
}

interface TaskSummary {
  id: number
  title: string
  difficulty: string
  points: number
  important: boolean
}

interface Group {
  name: string
  categories: readonly { id: number; name: string; tasks: readonly TaskSummary[] }[]
}

const taskTitle = ({ title }: TaskSummary) => title
const isImportant = ({ important }: TaskSummary) => important

export const Group = () => {
  const { groupId = '' } = useParams({ strict: false })
  const { data: group } = useQuery<Group>({ queryKey: [`/api/groups/${groupId}`] })
  const tasks = useMemo(() => group?.categories.flatMap(({ tasks }) => tasks) ?? noItems, [group])
  const { i18n } = useTranslation()
  const language = useDeferredValue(i18n.language)
  const [tab, setTab] = useState(0)
  const shown = useDeferredValue(tab)
  const taskList = useMemo(
    () => (found: readonly TaskSummary[]) => (
      <section aria-labelledby="category-1">
        <ul className="long-list">
          {found.map(task => (
            <TaskItem
              key={task.id}
              task={task}
              language={language}
              href={`/group/${groupId}/task/${task.id}`}
            />
          ))}
        </ul>
      </section>
    ),
    [groupId, language],
  )
  const panel = useMemo(
    () => (
      <div hidden={shown !== 0}>
        <Filtered items={tasks} getName={taskTitle} isChosen={isImportant}>
          {taskList}
        </Filtered>
      </div>
    ),
    [shown, tasks, taskList],
  )
  return (
    <Frame>
      <h1 id="category-1">{group?.name}</h1>
      <a href={`/group/${groupId}/leaderboard`}>Leaderboard</a>
      <div role="tablist">
        {['Tasks', 'LMS'].map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={shown === index}
            className={tab === index ? 'chosen' : ''}
            onClick={() => setTab(index)}
          >
            {name}
          </button>
        ))}
      </div>
      {panel}
      <p hidden={shown !== 1}>LMS</p>
    </Frame>
  )
}

interface TaskItemProps {
  task: TaskSummary
  language: string
  href: string
}

const TaskItem = memo(({ task, language, href }: TaskItemProps) => {
  const t = i18next.getFixedT(language, 'common')
  return (
    <li>
      <a href={href}>{task.title}</a> <span>{task.difficulty}</span>{' '}
      <span>{t('count.points', { count: task.points })}</span>
    </li>
  )
})

/** The button shows in the next paint that the flag is on its way, as in the product. */
export const Task = () => {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const { data: sent, mutateAsync } = useMutation({
    mutationFn: async (flag: string) => {
      await fetch('/api/groups')
      return flag
    },
  })
  const send = () => {
    setSending(true)
    void mutateAsync(text).finally(() => setSending(false))
  }
  return (
    <Frame>
      <textarea
        name="flags"
        aria-label="Flags"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          send()
        }}
      />
      <button type="button" aria-busy={isSending} aria-disabled={isSending} onClick={send}>
        {isSending ? 'Sending' : 'Send'}
      </button>
      {sent !== undefined && (
        <ul>
          <li>
            <bdi>{sent}</bdi>
          </li>
        </ul>
      )}
    </Frame>
  )
}
