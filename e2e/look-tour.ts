import { expect, type Page } from '@playwright/test'
import type { Here, LookState, Place } from './look-places'
import { speak, takeSession } from './people'
import type { Platform, ScenarioName } from './platform'
import type { Language } from './words'

/** The call of the place is held back, or refused; other calls go through. */
async function breakCall({ page, platform }: Here, call: string, state: 'loading' | 'error') {
  if (call !== 'config') {
    const fault = state === 'loading' ? { kind: 'never' as const } : { kind: 'status' as const, status: 500 }
    return platform.fault(call, fault, Number.POSITIVE_INFINITY)
  }
  await page.route('**/config.json', route =>
    state === 'loading' ? undefined : route.fulfill({ status: 404, body: 'Not Found' }),
  )
}

/** Opens places one after the other in one page. Another database begins only where the one before it cannot be taken. */
export function createTour(page: Page, platform: Platform) {
  let stands: { persona: Place['persona']; scenario: ScenarioName } | null = null

  const begin = async (persona: Place['persona'], scenario: ScenarioName): Promise<void> => {
    if (stands?.persona === persona && stands.scenario === scenario) return platform.clearFaults()
    await platform.reset({ scenario })
    await page.context().clearCookies()
    if (persona) await takeSession(page, persona)
    else if (page.url().startsWith('http')) await page.evaluate(() => localStorage.clear())
    stands = { persona, scenario }
  }

  return {
    /** Opens a place in a state and waits until it stands. */
    async goInto(place: Place, state: LookState, language: Language): Promise<void> {
      const here = { page, platform, language }
      const way = place.states[state]
      if (!way) throw new Error(`${place.name} is never ${state}.`)
      await page.unrouteAll()
      await begin(way.persona === undefined ? place.persona : way.persona, way.scenario ?? 'default')
      await speak(page.context(), language, platform.url)
      if (place.call && (state === 'loading' || state === 'error')) await breakCall(here, place.call, state)
      await page.goto(way.path ?? place.path)
      if (way.steps) {
        await awaitPage(page)
        await way.steps(here)
        // Something has been written by now.
        stands = null
      }
      await (state === 'loading' ? expect(page.locator(underWay).first()).toBeVisible() : awaitPage(page))
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    },
  }
}

const underWay = '[aria-busy=true], [role=progressbar]'

async function awaitPage(page: Page): Promise<void> {
  // Not by its role: an open dialog takes the page behind it from those who ask for roles.
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
