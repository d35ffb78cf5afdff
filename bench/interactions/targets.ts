import type { Page } from '@playwright/test'
import { hugeIds } from '../../mocks/platform/data/huge-groups'
import type { Measures } from '../measures'
import type { Target } from '../suite'
import { hover, type Reaction, react, summed } from './measure-input'
import { navigateOften, navigateWarm } from './navigate'
import { type Site, using, type Visit } from './visit'

const repeats = 5

const times = async (one: (time: number) => Promise<Reaction>): Promise<Reaction[]> => {
  const reactions: Reaction[] = []
  for (let time = 0; time < repeats; time++) reactions.push(await one(time))
  return reactions
}

const group = `/group/${hugeIds.group}`
const groupMarks = { ready: 'main input[type="search"]', content: 'main section li a' }
/** One of the thousand, with an ordinary description. */
const flagTask = `${group}/task/${hugeIds.longest + 3}`

/** The number of entries of a list; a virtualized table states it in `aria-rowcount`. */
const countOf = (page: Page, list: string): Promise<string> =>
  page.evaluate(
    list =>
      list === 'table'
        ? (document.querySelector('table')?.ariaRowCount ?? '')
        : String(document.querySelectorAll(list).length),
    list,
  )

const shows = (list: string, count: string, isSame: boolean) => ({
  what: `${isSame ? 'all' : 'other'} entries of ${list} are shown`,
  is: (about: string) => {
    const [list = '', count = '', same = ''] = about.split('|')
    const shown =
      list === 'table'
        ? (document.querySelector('table')?.ariaRowCount ?? '')
        : String(document.querySelectorAll(list).length)
    return (shown === count) === (same === 'true')
  },
  about: `${list}|${count}|${isSame}`,
})

/** Typing into the search field of a list, and Escape to clear it. */
const search =
  (list: string, characters: string) =>
  async ({ page }: Visit): Promise<Measures> => {
    await page.locator('main input[type="search"]').first().click()
    await page.waitForTimeout(500)
    const all = await countOf(page, list)
    const clears: Reaction[] = []
    const types = await times(async time => {
      const character = characters[time % characters.length] ?? ''
      const typed = await react(page, () => page.keyboard.press(character), shows(list, all, false))
      clears.push(await react(page, () => page.keyboard.press('Escape'), shows(list, all, true)))
      return typed
    })
    return { ...summed('type', types), ...summed('clear', clears) }
  }

/** A filter chip, on and off. */
const chips = async ({ page }: Visit): Promise<Measures> => {
  const chip = page.locator('main button[aria-pressed="false"]').first()
  const [name = ''] = (await chip.innerText()).trim().split('\n')
  const own = page.locator('main button[aria-pressed]').filter({ hasText: name }).first()
  const press = async (isOn: string) =>
    react(page, await hover(page, own), {
      what: `${name} is pressed: ${isOn}`,
      is: about => {
        const [text = '', isOn = ''] = about.split('|')
        const chips = [...document.querySelectorAll<HTMLElement>('main button[aria-pressed]')]
        return chips.find(chip => chip.innerText.includes(text))?.ariaPressed === isOn
      },
      about: `${name}|${isOn}`,
    })
  return summed('chip', await times(time => press(String(time % 2 === 0))))
}

const both =
  (...parts: ((visit: Visit) => Promise<Measures>)[]) =>
  async (visit: Visit): Promise<Measures> => {
    const all: Measures = {}
    for (const part of parts) Object.assign(all, await part(visit))
    return all
  }

/** The tabs of a group in turn. */
const switchTabs = async ({ page }: Visit): Promise<Measures> => {
  const tabs = page.getByRole('tab')
  const count = await tabs.count()
  const reactions = await times(async () => {
    const chosen = await tabs.evaluateAll(all => all.findIndex(tab => tab.ariaSelected === 'true'))
    const next = tabs.nth((chosen + 1) % count)
    return react(page, await hover(page, next), {
      what: 'another tab is chosen',
      is: at => document.querySelectorAll('[role="tab"]')[Number(at)]?.ariaSelected === 'true',
      about: String((chosen + 1) % count),
    })
  })
  return summed('tab', reactions)
}

/** A wrong flag, submitted by Enter: the immediate paint, and the verdict. */
const sendFlags = async ({ page }: Visit): Promise<Measures> => {
  const field = page.locator('textarea[name="flags"]')
  const reactions: Reaction[] = []
  // More would be rate limited.
  for (const flag of ['flag{one}', 'flag{two}', 'flag{three}']) {
    await field.fill(flag)
    await page.waitForTimeout(1500)
    await field.focus()
    reactions.push(
      await react(page, () => page.keyboard.press('Enter'), {
        what: 'a verdict on the flag',
        is: text => document.querySelector('main')?.textContent?.includes(text) === true,
        about: 'неверен',
      }),
    )
  }
  return summed('flag', reactions)
}

/** A menu in the header: open it and choose the other entry. */
const menu =
  (measure: string, trigger: RegExp) =>
  async ({ page }: Visit): Promise<Measures> => {
    const button = page.getByRole('banner').getByRole('button', { name: trigger })
    const chosen: Reaction[] = []
    const opened = await times(async () => {
      const open = await react(page, await hover(page, button), {
        what: 'a menu is open',
        is: () => document.querySelector('[role="menuitemradio"]') !== null,
      })
      const other = page.locator('[role="menuitemradio"][aria-checked="false"]').first()
      chosen.push(
        await react(page, await hover(page, other), {
          what: 'the menu is closed again',
          is: () => document.querySelector('[role="menuitemradio"]') === null,
        }),
      )
      return open
    })
    return { ...summed(`${measure}Open`, opened), ...summed(`${measure}Switch`, chosen) }
  }

/** Scrolling the leaderboard by the wheel, which renders other rows. */
const scrollBoard = async ({ page }: Visit): Promise<Measures> => {
  await page.mouse.move(600, 500)
  const reactions = await times(() =>
    react(page, () => page.keyboard.press('PageDown'), {
      what: 'the page has scrolled',
      is: () => scrollY > 0,
    }),
  )
  return summed('scroll', reactions)
}

const boardMarks = { ready: 'main input[type="search"]', content: 'main tbody tr[aria-rowindex]' }

/** All interactions, each on an idle page. */
export const interactionTargets: readonly Target<Site>[] = [
  {
    name: '500 groups',
    measure: using(
      { path: '/groups', marks: { ready: 'main input[type="search"]', content: 'main li h3 a' } },
      both(search('main li h3 a', '1734'), chips),
    ),
  },
  {
    name: '1,000 tasks',
    measure: using({ path: group, marks: groupMarks }, both(search('main section li a', '1734'), chips)),
  },
  {
    name: 'tabs',
    measure: using(
      { path: group, marks: { ready: '[role="tab"]', content: '[role="tab"]' }, username: 'admin' },
      switchTabs,
    ),
  },
  {
    name: 'a flag among 1,000 tasks',
    measure: using(
      { path: flagTask, marks: { ready: 'textarea[name="flags"]', content: 'textarea[name="flags"]' } },
      sendFlags,
    ),
  },
  {
    name: 'board of 10,000',
    measure: using(
      { path: '/group/7/leaderboard', marks: boardMarks },
      both(scrollBoard, search('table', 'aoe')),
    ),
  },
  {
    name: 'menus over 1,000 tasks',
    measure: using(
      { path: group, marks: groupMarks },
      both(menu('language', /^(?:RU|EN)\b/), menu('theme', /^(?:Тема|Theme)/)),
    ),
  },
  {
    name: 'warm navigation',
    measure: using({ path: '/groups', marks: { ready: 'header a', content: 'main li h3 a' } }, navigateWarm),
  },
  {
    name: '100 navigations',
    measure: using(
      { path: '/groups', marks: { ready: 'header a', content: 'main li h3 a' }, slowdown: 1 },
      navigateOften,
    ),
  },
]
