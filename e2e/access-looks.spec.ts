import type { Page } from '@playwright/test'
import { pairwise } from '../scripts/lib/pairs'
import { doubledFindings, expectNothing, spacedFindings, structureFindings } from './access-findings'
import { axeFindings } from './axe'
import { awaitStillness } from './examine'
import { layoutFindings } from './layout'
import { type LookState, lookPlaces, lookStates } from './look-places'
import { createTour } from './look-tour'
import { test } from './platform'
import { languages } from './words'

const widths = [320, 1280] as const
const themes = ['light', 'dark'] as const

/** Every route in every state that it has, in every look. */
const everyLook = lookPlaces.flatMap(({ name: place, states }) =>
  lookStates
    .filter(state => states[state])
    .flatMap(state =>
      languages.flatMap(language =>
        widths.flatMap(width => themes.map(theme => ({ place, state, language, width, theme }))),
      ),
    ),
)
const looks = process.env.FLAGSHIP_TESTS === 'full' ? everyLook : pairwise(everyLook)

/** The looks at one page in one state and language, which is opened for them once. */
interface Stop {
  state: LookState
  language: (typeof languages)[number]
  looks: readonly (typeof looks)[number][]
}

const stopsOf = (place: string): Stop[] =>
  lookStates.flatMap(state =>
    languages.flatMap(language => {
      const own = looks.filter(
        look => look.place === place && look.state === state && look.language === language,
      )
      return own.length > 0 ? [{ state, language, looks: own }] : []
    }),
  )

const seen = { looks: 0, milliseconds: 0 }

async function lookAt(page: Page, where: string): Promise<void> {
  await awaitStillness(page)
  await expectNothing(await axeFindings(page), `axe on ${where}`)
  await expectNothing(await structureFindings(page), `structure of ${where}`)
  await expectNothing(await layoutFindings(page), `layout of ${where}`)
  await expectNothing(await spacedFindings(page), `layout of ${where}, with more space in its text`)
  if (page.viewportSize()?.width !== 320)
    await expectNothing(await doubledFindings(page), `layout of ${where}, with text of twice the size`)
  seen.looks += 1
}

/** Places that one page goes through, one after the other: few enough for the limit of a journey. */
const roundSize = 4
const rounds = Array.from({ length: Math.ceil(lookPlaces.length / roundSize) }, (_, at) =>
  lookPlaces.slice(at * roundSize, (at + 1) * roundSize),
)

for (const round of rounds) {
  test(`A11Y-01 A11Y-02 A11Y-03 A11Y-13 A11Y-14 A11Y-22 every state can be used: ${round.map(({ name }) => name).join(', ')}`, async ({
    page,
    platform,
    tripwires,
  }) => {
    test.setTimeout(600_000)
    tripwires.allowConsole(/Failed to load resource/)
    const startedAt = performance.now()
    const tour = createTour(page, platform)
    for (const place of round) {
      for (const stop of stopsOf(place.name)) {
        await tour.goInto(place, stop.state, stop.language)
        for (const { width, theme } of stop.looks) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme: theme })
          await lookAt(page, `${place.name}, ${stop.state}, ${width} px, ${theme}, ${stop.language}`)
        }
      }
    }
    seen.milliseconds += performance.now() - startedAt
  })
}

test.afterAll(() => {
  const seconds = Math.round(seen.milliseconds / 1000)
  if (seen.looks > 0)
    console.log(
      `  ${seen.looks} looks in ${seconds} s by this worker, of ${looks.length} in this run and ${everyLook.length} in all`,
    )
})
