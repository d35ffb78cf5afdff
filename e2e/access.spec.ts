import { type Browser, expect, type Page } from '@playwright/test'
import { labels } from './labels'
import { t } from './messages'
import { layoutFindings } from './page-checks'
import { type Platform, sample, test } from './platform'
import { setLanguage, signInByApi } from './users'

test.beforeEach(({ tripwires }) => {
  // The group list requests details of groups that are not open, which answer 403.
  tripwires.allowConsole(/status of 403/)
})

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** The problem of the focused element; null when the focus has left the page. */
const findFocusProblems = (page: Page): Promise<string[] | null> =>
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
async function walkByTab(page: Page): Promise<string[]> {
  const findings: string[] = []
  const stops = { Tab: 0, 'Shift+Tab': 0 }
  for (const [key, presses] of [
    ['Tab', 45],
    ['Shift+Tab', 12],
  ] as const) {
    for (let press = 0; press < presses; press++) {
      await page.keyboard.press(key)
      const found = await findFocusProblems(page)
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

/** Controls without a visible edge in forced colors. */
const findLooseControls = (page: Page): Promise<string[]> =>
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

/** Controls that must not be printed. Column headers are buttons on screen only. */
const controlsOnPaper = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header[data-shell], footer[data-shell], nav, button, input, textarea, select, iframe, [role=switch]',
      ),
    ]
      .filter(
        element =>
          element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only, thead'),
      )
      .filter(element => element.getBoundingClientRect().height > 1)
      .map(element => element.outerHTML.slice(0, 140)),
  )

/** The main pages, and whether they are printed. */
const main = [
  ['/groups', false],
  ['/group/1', false],
  ['/group/1/task/102', true],
  ['/group/1/task/103?pane=writeup', true],
  ['/group/1/leaderboard', true],
  ['/competencies', true],
  ['/contacts', true],
] as const

const windows = [
  [320, 640],
  [1280, 720],
] as const

/** The width of A4 between its margins, in CSS pixels. */
const paper = { width: 718, height: 1047 }

for (const [at, [path, isPrinted]] of main.entries())
  test(`A11Y-10 A11Y-20 A11Y-23 the focus is never covered, forced colors leave edges, and the paper has no controls: ${path}`, async ({
    page,
  }) => {
    await signInByApi(page, 'student')
    await open(page, path)
    if (isPrinted) {
      await page.setViewportSize(paper)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect.soft(await controlsOnPaper(page), 'controls on the paper').toEqual([])
      expect.soft(await layoutFindings(page), 'layout on the paper').toEqual([])
      expect.soft((await page.pdf({ format: 'A4' })).length, 'bytes of the paper').toBeGreaterThan(5_000)
      await page.emulateMedia({ media: null })
    }

    // Until then the pre-rendered frame is shown, which is replaced.
    await expect(page.getByRole('button', { name: labels.ru.accountMenu })).toBeVisible()
    for (const [width, height] of sample(at, windows)) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, 0))
      expect.soft(await walkByTab(page), `the focus, ${width} px`).toEqual([])
    }

    await page.setViewportSize({ width: 1280, height: 720 })
    await page.emulateMedia({ forcedColors: 'active' })
    expect.soft(await findLooseControls(page), 'forced colors').toEqual([])
    await page.keyboard.press('Tab')
    expect.soft(await findFocusProblems(page), 'the focus in forced colors').toEqual([])
    if (path.endsWith('leaderboard')) {
      const own = page.getByRole('table').locator('tbody tr[aria-current=true]').first()
      expect(await own.evaluate(row => getComputedStyle(row).outlineStyle)).toBe('solid')
    }
  })

test('the sticky header of a category takes the clicks of the switches below it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInByApi(page, 'admin')
  await open(page, '/group/1')
  const buttons = page.getByRole('button', { name: t('ru', 'teaching:category.hide') })
  const header = await buttons.first().elementHandle()
  // Each step moves another switch below the header.
  for (let step = 0; step < 30; step++) {
    await page.mouse.wheel(0, 24)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const isHit = await header?.evaluate(button => {
      const { left, top, width, height } = button.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit === null || button.contains(hit) || hit.closest('header') !== null
    })
    expect(isHit, `after ${24 * (step + 1)} pixels`).toBe(true)
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
    const getReach = (target: Element, [stepX, stepY]: readonly [number, number]): number => {
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
      const [width, height] = [getReach(target, [1, 0]), getReach(target, [0, 1])]
      if (width < least - 1 || height < least - 1)
        findings.push(`${width}x${height}: ${element.outerHTML.slice(0, 120)}`)
    }
    return findings
  })

/** Runs in a browser context with touch and without a mouse. */
async function withTouch(browser: Browser, platform: Platform, look: (page: Page) => Promise<void>) {
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
  await withTouch(browser, platform, async page => {
    for (const path of ['/login', '/registration', null, ...main.map(([path]) => path)]) {
      if (path === null) await signInByApi(page, 'student')
      else {
        await open(page, path)
        expect.soft(await smallTargets(page), path).toEqual([])
      }
    }
  })
})

/** Positions of the header's logo and the terminal's parts, at the end of the page. */
const placeParts = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight)
    const getBox = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    const [logo, mark] = [getBox('header .logo'), getBox('header .logo svg')]
    const [dock, tabs, footer] = [
      getBox('#terminal-dock'),
      getBox('main > nav[data-no-print]'),
      getBox('footer'),
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
  await withTouch(browser, platform, async page => {
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
      await expect(page.getByRole('banner').getByText(/^1\sч\s(?:29|30)\sмин$/)).toBeVisible()
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

test('A11Y-15 without color the states of tasks differ by shape and text', async ({ page }) => {
  await signInByApi(page, 'student')
  await open(page, '/group/1')
  const icons = await page
    .getByRole('main')
    .getByRole('listitem')
    .evaluateAll(rows =>
      rows.flatMap(row => {
        const icon = [...row.querySelectorAll('svg')].find(one => one.checkVisibility())
        const label = icon?.parentElement?.textContent?.trim()
        return icon && label ? [{ label, shape: icon.innerHTML }] : []
      }),
    )
  const shapes = new Map(icons.map(({ label, shape }) => [label, shape]))
  const states = [t('ru', 'task:state.solved'), t('ru', 'task:state.todo'), t('ru', 'task:state.locked')]
  expect([...shapes.keys()]).toEqual(expect.arrayContaining(states))
  expect(new Set(states.map(state => shapes.get(state))).size, 'a shape for each state').toBe(3)
})
