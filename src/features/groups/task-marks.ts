import { useMemo, useSyncExternalStore } from 'react'
import { isRecord } from '../../lib/is-record'
import { createListeners } from '../../lib/listeners'
import { withOtherTabs } from '../../lib/other-tabs'
import { storage } from '../../lib/storage'
import { parseStoredRecord } from '../../lib/stored-value'

/** Private notes and "later" marks. Typed text outlasts a logout; another user who signs in removes it. */
export interface TaskMark {
  note: string
  isLater: boolean
}

type Marks = Readonly<Record<string, TaskMark>>

const KEY = 'flagship.taskMarks'
export const MAX_NOTE_LENGTH = 4000
/** Limit of the storage registry. */
const MAX_TOTAL_LENGTH = 200_000

const NO_MARK: TaskMark = { note: '', isLater: false }

const getMarkKey = (groupId: number, taskId: number): string => `${groupId}/${taskId}`

const toMark = (value: unknown): TaskMark => {
  const { note, isLater } = isRecord(value) ? value : {}
  return {
    note: typeof note === 'string' ? note.slice(0, MAX_NOTE_LENGTH) : '',
    isLater: isLater === true,
  }
}

const parse = (text: string | null): Marks => {
  const entries = Object.entries(parseStoredRecord(text)).filter(([key]) => /^\d+\/\d+$/.test(key))
  return Object.fromEntries(entries.map(([key, value]) => [key, toMark(value)]))
}

const listeners = createListeners()
const readText = (): string | null => storage.get(KEY)
const subscribe = withOtherTabs(KEY, listeners.subscribe)

export const readTaskMark = (groupId: number, taskId: number): TaskMark =>
  parse(readText())[getMarkKey(groupId, taskId)] ?? NO_MARK

/** Reads again first, because another tab may have written. False when there is no room: nothing is stored then. */
export const storeTaskMark = (groupId: number, taskId: number, change: Partial<TaskMark>): boolean => {
  const marks = parse(readText())
  const key = getMarkKey(groupId, taskId)
  const { [key]: before = NO_MARK, ...others } = marks
  const mark = { ...before, ...change }
  const isEmpty = mark.note === '' && !mark.isLater
  const text = JSON.stringify(isEmpty ? others : { ...others, [key]: mark })
  if (text.length > MAX_TOTAL_LENGTH) return false
  if (text === '{}') storage.remove(KEY)
  else storage.set(KEY, text)
  listeners.emit()
  return true
}

const useMarks = (): Marks => {
  const text = useSyncExternalStore(subscribe, readText, () => null)
  return useMemo(() => parse(text), [text])
}

export const useTaskMark = (groupId: number, taskId: number): TaskMark =>
  useMarks()[getMarkKey(groupId, taskId)] ?? NO_MARK

const toLaterIds = (marks: Marks, groupId: number): ReadonlySet<number> =>
  new Set(
    Object.entries(marks)
      .filter(([key, { isLater }]) => isLater && key.startsWith(`${groupId}/`))
      .map(([key]) => Number(key.split('/')[1])),
  )

export const readLaterIds = (groupId: number): ReadonlySet<number> => toLaterIds(parse(readText()), groupId)

export const useLaterIds = (groupId: number): ReadonlySet<number> => {
  const marks = useMarks()
  return useMemo(() => toLaterIds(marks, groupId), [marks, groupId])
}
