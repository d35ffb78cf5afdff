import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from './axe'
import { expectReadableLayout } from './layout'

interface Look {
  width: number
  colorScheme: 'light' | 'dark'
  coloursOnly?: boolean
}

const looks: readonly Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
]

/** The other theme at each width too. Everything stands where it stood then; only its colours are looked at. */
const everyLook: readonly Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark', coloursOnly: true },
  { width: 1280, colorScheme: 'light', coloursOnly: true },
  { width: 1280, colorScheme: 'dark' },
]

/**
 * Looks at the page as it stands, by axe and by its layout: narrow and light, then wide and dark. `npm test` takes one of the
 * two: one language in one, the other in the other, turn about from state to state. `npm test -- --full` takes all.
 */
export const examine = (page: Page, where: string): Promise<void> => lookAt(page, where, looks)

/** As `examine`, and in full in both themes at both widths. */
export const examineThoroughly = (page: Page, where: string): Promise<void> => lookAt(page, where, everyLook)

async function lookAt(page: Page, where: string, chosen: readonly Look[]): Promise<void> {
  const before = page.viewportSize()
  for (const { width, colorScheme, coloursOnly = false } of await shareOf(page, where, chosen)) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await awaitStillness(page)
    await expectNoAxeFindings(page, `${where}, ${width} px, ${colorScheme}`, { coloursOnly })
    if (!coloursOnly) await expectReadableLayout(page, `${where}, ${width} px`)
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

async function shareOf(page: Page, where: string, chosen: readonly Look[]): Promise<readonly Look[]> {
  if (process.env.FLAGSHIP_TESTS === 'full') return chosen
  const language = await page.evaluate(() => document.documentElement.lang)
  // The name of a state is the same in both languages but for the language at its end.
  const turn = (where.length + Number(language === 'ru')) % 2
  return chosen.filter(({ coloursOnly = false }) => !coloursOnly).filter((_, at) => at === turn)
}

/** What fades in has its own colours only when it is there. Spinners turn for ever and are not waited for. */
export const awaitStillness = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
