import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announce, announcements } from '../lib/announce'
import { labTracker } from '../queries/lab-tracker'
import { renderRoute } from './render-route'

test('a test leaves an announcement and a lab', async () => {
  await renderRoute('/login')
  await screen.findByRole('heading', { level: 1 })
  announce('Text')
  labTracker.track({ groupId: 1, taskId: 105 })
  expect(announcements.get()).toHaveLength(1)
})

test('the next test finds neither', () => {
  expect(announcements.get()).toEqual([])
  expect(labTracker.get()).toBeNull()
  expect(localStorage.length).toBe(0)
})
