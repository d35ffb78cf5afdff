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

/** Looks at the page as it stands, by axe and by its layout: narrow and light, then wide and dark. */
export const examine = (page: Page, where: string): Promise<void> => lookAt(page, where, looks)

/** As `examine`, in both themes at both widths. */
export const examineThoroughly = (page: Page, where: string): Promise<void> => lookAt(page, where, everyLook)

async function lookAt(page: Page, where: string, chosen: readonly Look[]): Promise<void> {
  const before = page.viewportSize()
  for (const { width, colorScheme, coloursOnly = false } of chosen) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await awaitStillness(page)
    await expectNoAxeFindings(page, `${where}, ${width} px, ${colorScheme}`, { coloursOnly })
    if (!coloursOnly) await expectReadableLayout(page, `${where}, ${width} px`)
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

/** What fades in has its own colours only when it is there. Spinners turn for ever and are not waited for. */
const awaitStillness = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
