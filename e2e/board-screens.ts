import { expect } from '@playwright/test'
import { hugeBoard, smallBoard } from './board-steps'
import { boardWords } from './board-words'
import type { Screen } from './routes'

/** The board of a group in each of its faces. */
export const screensOfBoards: Screen[] = [
  { name: 'leaderboard', path: smallBoard.address, persona: 'student' },
  {
    name: 'leaderboard-chart',
    path: smallBoard.address,
    persona: 'student',
    prepare: async (page, { language }) => {
      const text = boardWords[language]
      const chart = page.getByRole('region', { name: text.chart })
      await chart.getByText(text.chartTable, { exact: true }).click()
      await expect(chart.getByRole('table')).toBeVisible()
    },
  },
  { name: 'leaderboard-found', path: `${smallBoard.address}?q=александр`, persona: 'student' },
  { name: 'leaderboard-none-found', path: `${smallBoard.address}?q=нет+таких`, persona: 'student' },
  { name: 'leaderboard-hidden', path: '/group/6/leaderboard', persona: 'student' },
  { name: 'leaderboard-large', path: hugeBoard.address, persona: 'student' },
  { name: 'leaderboard-show', path: `${smallBoard.address}?view=presenter`, persona: 'student' },
]
