import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { faultTable } from '../../test/fault-table'
import { renderRoute } from '../../test/render-route'

describe('a failed load shows the title of the specification and what to do next', () => {
  test.each(faultTable)(
    '$name',
    async ({ fault, title, canRetry }) => {
      const page = await renderRoute('/group/1/leaderboard', {
        as: 'student',
        prepare: ({ world }) => world.faults.add('getLeaderboard', fault, Number.POSITIVE_INFINITY),
      })
      await screen.findByRole('heading', { level: 1, name: title }, { timeout: 8000 })
      expect(document.title).toContain(title)
      expect(screen.getByRole('link', { name: 'Перейти: группа' }).getAttribute('href')).toBe('/group/1')
      expect(within(screen.getByRole('main')).getByRole('button', { name: 'Назад' })).toBeDefined()
      const retry = screen.queryByRole('button', { name: 'Повторить' })
      expect(retry !== null).toBe(canRetry)
      if (!retry || retry.getAttribute('aria-disabled') === 'true') return
      page.platform.world.faults.clear()
      await page.user.click(retry)
      await screen.findByRole('heading', { level: 1, name: 'Рейтинг' })
    },
    15_000,
  )
})
