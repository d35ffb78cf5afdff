import type { Locator, Page } from '@playwright/test'

/** The student's first group in a list; it appears when the data has loaded. */
export const firstGroup = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('link', { name: /осень 2026/ })
    .first()
