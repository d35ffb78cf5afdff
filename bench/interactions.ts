import type { Browser } from '@playwright/test'
import { hugeIds } from '../mocks/platform/data/huge-groups'
import { desktop, getHeap, openVisit, signIn, untilContent, type Visit } from './lib/browser'
import {
  compareInteractions,
  hover,
  type Interaction,
  interactionBudgets,
  interactionTitles,
  searching,
} from './lib/interaction'
import type { Marks } from './lib/page-probe'
import { type Site, startSites } from './lib/sites'
import { type Budget, inEveryRound, type Suite, type Target } from './lib/suite'

const group = `/group/${hugeIds.group}`
const groupLink = `main li h3 a[href="${group}"]`
const taskLink = 'main section[aria-labelledby^="category-"] li a'
const toGroups = 'header nav a[href="/groups"]'
const groupsMarks = { ready: 'main input[type="search"]', content: 'main li h3 a' }
const groupMarks = { ready: 'main input[type="search"]', content: taskLink }
/** One of the thousand, with an ordinary description. */
const flagTask = `${group}/task/${hugeIds.longest + 3}`

/** Not the categories beside the tasks, which are rows. */
const chips = 'main button[aria-pressed]:not(li *)'

/** A filter chip, on and off; or a part of a list and the first part, where one is always chosen. */
const pressChip: Interaction = {
  kind: 'chip',
  prepare: async page => {
    const last = page.locator(chips).last()
    const before = (await last.getAttribute('aria-pressed')) ?? ''
    const isPart = await last.evaluate(button => button.closest('fieldset') !== null)
    const chip = isPart && before === 'true' ? page.locator('main fieldset button').first() : last
    const isDone = (chips = '', before = '') =>
      [...document.querySelectorAll(chips)].at(-1)?.ariaPressed !== before
    return { act: await hover(page, chip), isDone, args: [chips, before] }
  },
}

/** The tabs of a group in turn. */
const switchTab: Interaction = {
  kind: 'tab',
  prepare: async page => {
    const tabs = page.getByRole('tab')
    const chosen = await tabs.evaluateAll(all => all.findIndex(tab => tab.ariaSelected === 'true'))
    const next = (chosen + 1) % (await tabs.count())
    const isDone = (at = '') => document.querySelectorAll('[role="tab"]')[Number(at)]?.ariaSelected === 'true'
    return { act: await hover(page, tabs.nth(next)), isDone, args: [String(next)] }
  },
}

/** A wrong flag, submitted by Enter: the immediate paint, and the verdict. */
const sendFlag: Interaction = {
  kind: 'flag',
  prepare: async (page, time) => {
    const flag = `flag{${['one', 'two', 'three'][time]}}`
    await page.fill('textarea[name="flags"]', flag)
    await page.waitForTimeout(500)
    await page.focus('textarea[name="flags"]')
    const isDone = (flag = '') =>
      [...document.querySelectorAll('main li bdi')].some(({ textContent }) => textContent === flag)
    return { act: () => page.keyboard.press('Enter'), isDone, args: [flag] }
  },
}

/** A menu in the header: open it, and choose the other entry. */
const menu = (kind: string, trigger: RegExp): readonly Interaction[] => [
  {
    kind: `${kind}Open`,
    prepare: async page => ({
      act: await hover(page, page.getByRole('banner').getByRole('button', { name: trigger })),
      isDone: () => document.querySelector('[role="menuitemradio"]') !== null,
    }),
  },
  {
    kind: `${kind}Switch`,
    prepare: async page => ({
      act: await hover(page, page.locator('[role="menuitemradio"][aria-checked="false"]').first()),
      isDone: () => document.querySelector('[role="menuitemradio"]') === null,
    }),
  },
]

/** A link to another page, until that page replaces the current one. */
const follow = (kind: string, link: string, before: string, after: string): Interaction => ({
  kind,
  prepare: async page => ({
    act: await hover(page, page.locator(link).first()),
    isDone: (before = '', after = '') =>
      document.querySelector(after) !== null && document.querySelector(before) === null,
    args: [before, after],
  }),
})

const navigation = [
  follow('toGroup', groupLink, 'main li h3 a', taskLink),
  follow('toGroups', toGroups, taskLink, 'main li h3 a'),
]

type Sites = Record<'huge', Site>

interface Place {
  name: string
  path: string
  marks: Marks
  interactions: readonly Interaction[]
  /** The user; the student by default. */
  username?: string
}

const places: readonly Place[] = [
  {
    name: '500 groups',
    path: '/groups',
    marks: groupsMarks,
    interactions: [...searching('main li h3 a', '1734'), pressChip],
  },
  {
    name: '1,000 tasks',
    path: group,
    marks: groupMarks,
    interactions: [...searching('main section li a', '1734'), pressChip],
  },
  {
    name: 'tabs over 1,000 tasks',
    path: group,
    marks: { ready: '[role="tab"]', content: '[role="tab"]' },
    interactions: [switchTab],
    username: 'admin',
  },
  {
    name: 'a flag among 1,000 tasks',
    path: flagTask,
    marks: { ready: 'textarea[name="flags"]', content: 'textarea[name="flags"]' },
    interactions: [sendFlag],
  },
  {
    name: 'menus over 1,000 tasks',
    path: group,
    marks: groupMarks,
    interactions: [...menu('language', /^(?:RU|EN)\b/), ...menu('theme', /^(?:Тема|Theme)/)],
  },
  {
    name: 'from 500 groups to 1,000 tasks and back',
    path: '/groups',
    marks: groupsMarks,
    interactions: navigation,
  },
]

/** Idle work of a page is done by then, in milliseconds. */
const rest = 6000

async function openPlace(browser: Browser, origin: string, { path, marks, username }: Place): Promise<Visit> {
  const session = await signIn(origin, username)
  const visit = await openVisit(browser, { device: desktop, marks, session })
  await visit.page.goto(origin + path)
  await untilContent(visit)
  return visit
}

const compare =
  (place: Place): Target<Sites>['measure'] =>
  async (browser, { huge }) => {
    const product = await openPlace(browser, huge.product, place)
    const floor = await openPlace(browser, huge.floor, place)
    try {
      await product.page.waitForTimeout(rest)
      return await compareInteractions({ product, floor }, place.interactions)
    } finally {
      for (const visit of [product, floor]) await visit.close()
    }
  }

const often = '100 navigations'

/** Memory after a hundred pages, compared with ten. */
const navigateOften: Target<Sites>['measure'] = async (browser, { huge }) => {
  const place = { path: '/groups', marks: groupsMarks, name: often, interactions: navigation }
  const visit = await openPlace(browser, huge.product, place)
  const travel = async (pages: number) => {
    for (let page = 0; page < pages; page += 2) {
      for (const [link, mark] of [
        [groupLink, taskLink],
        [toGroups, groupLink],
      ] as const) {
        await visit.page
          .locator(link)
          .first()
          .evaluate((element: HTMLElement) => element.click())
        // Without an element handle, which would keep the whole page in memory.
        await visit.page.waitForFunction(mark => document.querySelector(mark) !== null, mark)
      }
    }
    await visit.page.waitForTimeout(1000)
    return getHeap(visit)
  }
  try {
    const heapEarly = await travel(10)
    const heapLate = await travel(90)
    return { product: { heapEarly, heapLate, heapGrowth: heapLate - heapEarly } }
  } finally {
    await visit.close()
  }
}

const kinds: Readonly<Record<string, string>> = {
  type: 'a character in the search',
  clear: 'Escape in the search',
  chip: 'a chip of the filters',
  tab: 'another tab',
  flag: 'a flag sent by Enter',
  languageOpen: 'the menu of languages opened',
  languageSwitch: 'another language',
  themeOpen: 'the menu of themes opened',
  themeSwitch: 'another theme',
  toGroup: 'from the list to a group',
  toGroups: 'and back to the list',
}

const budgets: readonly Budget[] = [
  ...places.flatMap(({ name, interactions }) =>
    interactionBudgets(name, Object.fromEntries(interactions.map(({ kind }) => [kind, kinds[kind] ?? kind]))),
  ),
  inEveryRound({
    target: often,
    what: 'more heap after the last 90, in MB',
    limit: 2,
    measure: 'heapGrowth',
  }),
]

/** Interactions in the largest lists, from input to next paint, beside bare lists of the same data. */
export const interactionSuite: Suite<Sites> = {
  name: 'interactions',
  note: 'Milliseconds by the clock of the page, CPU 4 times slower, network as it is.',
  targets: [
    ...places.map(place => ({ name: place.name, measure: compare(place) })),
    { name: often, measure: navigateOften },
  ],
  titles: {
    ...interactionTitles(kinds),
    heapEarly: 'heap after 10 pages, MB',
    heapLate: 'heap after 100 pages, MB',
    heapGrowth: 'more heap after the last 90, MB',
  },
  budgets,
  start: () =>
    startSites({ huge: { scenario: 'huge', answers: ['/api/groups', `/api/groups/${hugeIds.group}`] } }),
}
