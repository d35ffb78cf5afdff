import { type Browser, expect, type Page } from '@playwright/test'
import { accountLabels } from './account-labels'
import { layoutFindings } from './layout'
import { t } from './messages'
import { type Platform, test } from './platform'
import { shard } from './shard'
import { setLanguage, signInByApi } from './users'

/** Each main page once, for the checks of focus, touch targets and forced colors. */
const main = [
  '/groups',
  '/group/1',
  '/group/1/task/102',
  '/group/1/leaderboard',
  '/competencies',
  '/contacts',
] as const

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** The problem of the focused element; null when the focus has left the page. */
const judgeFocus = (page: Page): Promise<string[] | null> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const name = element.outerHTML.slice(0, 110)
    const ringed = [element, element.parentElement].some(candidate => {
      const style = candidate && getComputedStyle(candidate)
      return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
    })
    const { left, top, width, height } = element.getBoundingClientRect()
    const isSeen = [0.1, 0.5, 0.9].some(x =>
      [0.1, 0.5, 0.9].some(y => {
        const above = document.elementFromPoint(left + width * x, top + height * y)
        return above !== null && (element.contains(above) || above.closest('label')?.contains(element))
      }),
    )
    return [...(ringed ? [] : [`no ring: ${name}`]), ...(isSeen ? [] : [`covered: ${name}`])]
  })

/** Tabs through a page and part of the way back: sticky elements cover from both sides. */
async function walk(page: Page): Promise<string[]> {
  const findings: string[] = []
  const stops = { Tab: 0, 'Shift+Tab': 0 }
  for (const [key, presses] of [
    ['Tab', 45],
    ['Shift+Tab', 12],
  ] as const) {
    for (let press = 0; press < presses; press++) {
      await page.keyboard.press(key)
      const found = await judgeFocus(page)
      if (found === null) break
      stops[key] += 1
      findings.push(...found.map(finding => `${key} ${press + 1}: ${finding}`))
    }
  }
  // A page that takes no focus has no problems to find.
  if (stops.Tab < 8) findings.push(`only ${stops.Tab} stops by Tab`)
  if (stops['Shift+Tab'] < 3) findings.push(`only ${stops['Shift+Tab']} stops by Shift+Tab`)
  return findings
}

test.beforeEach(({ tripwires }) => {
  // The group list requests details of groups that are not open, which answer 403.
  tripwires.allowConsole(/status of 403/)
})

const windows = [
  [320, 640],
  [1280, 720],
] as const

test('A11Y-10 the focus ring is visible and never covered, in narrow and wide windows', async ({ page }) => {
  await signInByApi(page, 'student')
  for (const [at, path] of main.entries()) {
    for (const [width, height] of shard(at, windows)) {
      await page.setViewportSize({ width, height })
      await open(page, path)
      // Until then the pre-rendered frame is shown, which is replaced.
      await expect(page.getByRole('button', { name: accountLabels.ru.menu })).toBeVisible()
      expect.soft(await walk(page), `${path}, ${width} px`).toEqual([])
    }
  }
})

/**
 * Touch targets that are too small: controls below 44 pixels, and links below 24 outside of text. The hit area
 * counts, which may be larger than the box.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert], .sr-only')
    /** How far the hit area extends from the center, in one direction and its opposite. */
    const reachOf = (target: Element, [stepX, stepY]: readonly [number, number]): number => {
      const { left, top, width, height } = target.getBoundingClientRect()
      const lands = (far: number) => {
        const at = document.elementFromPoint(left + width / 2 + stepX * far, top + height / 2 + stepY * far)
        return at !== null && target.contains(at)
      }
      let [back, forth] = [0, 0]
      while (back > -40 && lands(back - 1)) back -= 1
      while (forth < 40 && lands(forth + 1)) forth += 1
      return forth - back + 1
    }
    const findings: string[] = []
    for (const element of document.querySelectorAll(
      'button, a[href], input, select, textarea, summary, [role=tab]',
    )) {
      const target = element.closest('label') ?? element
      const style = getComputedStyle(target)
      if (!isSeen(element) || style.display === 'inline') continue
      const isText = target.matches('a') && style.borderTopWidth === '0px'
      const least = isText ? 24 : 44
      const box = target.getBoundingClientRect()
      if (box.width <= 1 || (box.width >= least - 0.5 && box.height >= least - 0.5)) continue
      target.scrollIntoView({ block: 'center' })
      const [width, height] = [reachOf(target, [1, 0]), reachOf(target, [0, 1])]
      if (width < least - 1 || height < least - 1)
        findings.push(`${width}x${height}: ${element.outerHTML.slice(0, 120)}`)
    }
    return findings
  })

/** Runs in a browser context with touch and without a mouse. */
async function withFinger(browser: Browser, platform: Platform, look: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    baseURL: platform.url,
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  try {
    await setLanguage(context, 'ru', platform.url)
    await look(await context.newPage())
  } finally {
    await context.close()
  }
}

test('A11Y-11 with touch every control is at least 44 pixels', async ({ browser, platform }) => {
  await withFinger(browser, platform, async page => {
    for (const path of ['/login', '/registration']) {
      await open(page, path)
      expect.soft(await smallTargets(page), path).toEqual([])
    }
    await signInByApi(page, 'student')
    for (const path of main) {
      await open(page, path)
      expect.soft(await smallTargets(page), path).toEqual([])
    }
  })
})

/** Positions of the header's logo and the terminal's parts, at the end of the page. */
const placeParts = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight)
    const boxOf = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    const [logo, mark] = [boxOf('header .logo'), boxOf('header .logo svg')]
    const [dock, tabs, footer] = [
      boxOf('#terminal-dock'),
      boxOf('main > nav[data-no-print]'),
      boxOf('footer'),
    ]
    const buttons = [...document.querySelectorAll('#terminal-dock fieldset button')]
      .map(button => button.getBoundingClientRect())
      .filter(({ width }) => width > 0)
    const isCovering = dock.bottom >= innerHeight
    return {
      isMarkWhole: mark.width > 0 && mark.right <= logo.right,
      rowsOfButtons: new Set(buttons.map(({ top }) => Math.round(top))).size,
      headHeight: Math.round((buttons[0]?.bottom ?? 0) - dock.top),
      hasGap: !isCovering && (dock.bottom !== tabs.top || tabs.bottom !== innerHeight),
      hidesFooter: !isCovering && footer.bottom > dock.top + 1,
    }
  })

test('with touch the header and the terminal fit beside a running lab, with system fonts too', async ({
  browser,
  platform,
}) => {
  await platform.reset({ scenario: 'labRunning' })
  await withFinger(browser, platform, async page => {
    await page.route('**/*.woff2', route => route.abort())
    await signInByApi(page, 'student')
    for (const [width, height] of [
      [360, 740],
      [768, 1024],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height })
      await open(page, '/group/1/task/104?pane=terminal')
      const dock = page.locator('#terminal-dock')
      await dock.getByRole('button', { name: t('ru', 'terminal:open') }).click()
      await expect(dock.getByText(t('ru', 'terminal:state.ready'))).toBeAttached()
      await expect(page.getByRole('banner').getByText('1 ч 30 мин')).toBeVisible()
      const { headHeight, ...rest } = await placeParts(page)
      expect.soft(rest, `${width} px`).toEqual({
        isMarkWhole: true,
        rowsOfButtons: 1,
        hasGap: false,
        hidesFooter: false,
      })
      expect.soft(headHeight, `${width} px`).toBeLessThan(60)
      expect.soft(await layoutFindings(page), `${width} px`).toEqual([])
    }
  })
})

/** Controls without a visible edge in forced colors. */
const looseControls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input:not([type=hidden]), select, textarea')]
      .filter(
        element =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          element.getBoundingClientRect().width > 1 &&
          // Their edge is drawn by the browser or by their content.
          !element.matches('[type=checkbox], [type=radio]'),
      )
      .filter(element => {
        const style = getComputedStyle(element)
        // A button may be as large as the avatar in it, which has the edge.
        const boxes = [element, element.firstElementChild].map(one => one && getComputedStyle(one))
        const isBordered = boxes.some(
          box =>
            box &&
            Number.parseFloat(box.borderTopWidth) > 0 &&
            box.borderTopStyle !== 'none' &&
            !/transparent|rgba\(0, 0, 0, 0\)/.test(box.borderTopColor),
        )
        return !isBordered && style.appearance === 'none' && !style.textDecorationLine.includes('underline')
      })
      .map(element => element.outerHTML.slice(0, 120)),
  )

test('A11Y-20 in forced colors controls have an edge, the focus a ring, and the selection a mark', async ({
  page,
}) => {
  await signInByApi(page, 'student')
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of main) {
    await open(page, path)
    expect.soft(await looseControls(page), path).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect.soft(await judgeFocus(page), `${path}, the focus`).toEqual([])
  }
  await open(page, '/group/1/leaderboard')
  const own = page.getByRole('table').locator('tbody tr[aria-current=true]').first()
  expect(await own.evaluate(row => getComputedStyle(row).outlineStyle)).toBe('solid')
})

test('A11Y-15 without color the states of tasks differ by shape and text', async ({ page }) => {
  await signInByApi(page, 'student')
  await open(page, '/group/1')
  const icons = await page
    .getByRole('main')
    .getByRole('listitem')
    .evaluateAll(rows =>
      rows.flatMap(row => {
        const icon = [...row.querySelectorAll('svg')].find(one => one.checkVisibility())
        const word = icon?.parentElement?.textContent?.trim()
        return icon && word ? [{ word, shape: icon.innerHTML }] : []
      }),
    )
  const shapeOf = new Map(icons.map(({ word, shape }) => [word, shape]))
  const states = [t('ru', 'task:state.solved'), t('ru', 'task:state.todo'), t('ru', 'task:state.locked')]
  expect([...shapeOf.keys()]).toEqual(expect.arrayContaining(states))
  expect(new Set(states.map(state => shapeOf.get(state))).size, 'a shape for each state').toBe(3)
})
