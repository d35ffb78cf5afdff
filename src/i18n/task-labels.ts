import i18next from 'i18next'
import type task from './locales/ru/task.json'

type TaskKey = keyof typeof task

const t = (key: TaskKey): string => i18next.t(key, { ns: 'task' })

interface DifficultyMessage {
  level: 1 | 2 | 3
  key: TaskKey
}

const difficulties = new Map<string, DifficultyMessage>([
  ['easy', { level: 1, key: 'difficulty.easy' }],
  ['medium', { level: 2, key: 'difficulty.medium' }],
  ['hard', { level: 3, key: 'difficulty.hard' }],
])

/** Level and label of a difficulty; null for an unknown value. */
export const difficultyLabel = (difficulty: string): { level: 1 | 2 | 3; label: string } | null => {
  const found = difficulties.get(difficulty)
  return found ? { level: found.level, label: t(found.key) } : null
}

export const taskStateLabel = (state: 'todo' | 'progress' | 'solved' | 'locked'): string =>
  t(`state.${state}`)

/** Null while the lab is off or its state is unknown. */
export const labStateLabel = (state: string): string | null => {
  if (state === 'ready') return t('lab.ready')
  return state === 'starting' ? t('lab.starting') : null
}
