import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Task, TaskStatus } from '../../api/responses'
import { loadMessages, startI18n } from '../../i18n/init'
import { TaskMeta } from './task-description'

test('a solved task says so once, with the day', async () => {
  await startI18n('ru')
  await loadMessages('task', 'common')
  const task = { id: 101, difficulty: 'easy', points: 50, visible: true, status: 'active' } as unknown as Task
  const status = { task_id: 101, solved: true, solved_at: '2026-11-28T10:00:00Z' } as unknown as TaskStatus
  render(<TaskMeta task={task} status={status} solvedBy={undefined} />)
  const text = document.body.textContent ?? ''
  expect(text.match(/Решено/g)).toHaveLength(1)
  expect(text).toContain('28 ноября 2026')
})
