import i18next from 'i18next'
import type task from './locales/ru/task.json'

type TaskKey = keyof typeof task

const text = (key: TaskKey): string => i18next.t(key, { ns: 'task' })

interface DifficultyText {
  level: 1 | 2 | 3
  key: TaskKey
}

const difficulties = new Map<string, DifficultyText>([
  ['easy', { level: 1, key: 'difficulty.easy' }],
  ['medium', { level: 2, key: 'difficulty.medium' }],
  ['hard', { level: 3, key: 'difficulty.hard' }],
])

/** Bars and word of a difficulty; null for a value that this client does not know yet. */
export const difficultyText = (difficulty: string): { level: 1 | 2 | 3; label: string } | null => {
  const found = difficulties.get(difficulty)
  return found ? { level: found.level, label: text(found.key) } : null
}

/** The word for the reader's state of a task. */
export const stateText = (state: 'todo' | 'progress' | 'solved' | 'locked'): string => text(`state.${state}`)

/** The word for the state of a task's lab; null while it is off or unknown. */
export const labText = (state: string): string | null => {
  if (state === 'ready') return text('lab.ready')
  return state === 'starting' ? text('lab.starting') : null
}
