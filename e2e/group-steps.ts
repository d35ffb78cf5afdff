import type { Locator, Page } from '@playwright/test'

/** The first of the student's groups on the list or the home page: once it stands, the data of the page has come. */
export const firstGroup = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('link', { name: /осень 2026/ })
    .first()
