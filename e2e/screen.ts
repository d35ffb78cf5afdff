import { expect, type Locator, type Page } from '@playwright/test'
import { type Labels, labels } from './labels'
import { type Language, type MessageId, matching, t } from './messages'
import type { Platform, ScenarioName } from './platform'
import type { Persona } from './users'

/** What the steps to a screen get. */
export interface ScreenContext {
  page: Page
  platform: Platform
  language: Language
  /** The messages of the language. */
  text: Labels
  say: (id: MessageId) => string
  like: (ids: MessageId | readonly MessageId[]) => RegExp
  press: (name: string | RegExp) => Promise<void>
}

export type Steps = (here: ScreenContext) => Promise<unknown>

export interface Screen {
  /** The name of its screenshots. */
  name: string
  path: string
  /** The user; `null` is a visitor. */
  persona: Persona | null
  /** The scenario of the database, if not the default. */
  scenario?: ScenarioName
  /** The steps from the URL to the screen. */
  steps?: Steps
}

export const createScreenContext = (page: Page, platform: Platform, language: Language): ScreenContext => ({
  page,
  platform,
  language,
  text: labels[language],
  say: id => t(language, id),
  like: ids => matching(language, ids),
  press: name => page.getByRole('button', { name, exact: true }).first().click(),
})

export const sees = (target: Locator): Promise<void> => expect(target.first()).toBeVisible()

/** Screens of one page by their names; null needs no steps. */
export const screensFrom = (
  persona: Screen['persona'],
  path: string,
  all: Record<string, Steps | null>,
  scenario?: ScenarioName,
): Screen[] =>
  Object.entries(all).map(([name, steps]) => ({
    name,
    path,
    persona,
    ...(scenario && { scenario }),
    ...(steps && { steps }),
  }))
