import { expect, type Page } from '@playwright/test'
import { test } from './platform'
import { signInByApi } from './users'

/** Names that the page's code looks up, and names that could clobber the document. */
const others = [
  'lab',
  'open-terminal',
  'terminal-frame',
  'getElementById',
  'forms',
  'cookie',
  'body',
  'location',
  'localStorage',
  'fetch',
  'history',
]

/** Content that sets a name in every way that Markdown and HTML allow. */
const naming = (name: string) =>
  [
    `# ${name}`,
    `## Heading {#${name}}`,
    `<a id="${name}" name="${name}"></a><form name="${name}"><input name="${name}"></form>`,
    `<img name="${name}" src="/favicon.svg"> <iframe name="${name}"></iframe>`,
    `A note[^${name}]`,
    `[^${name}]: its text`,
  ].join('\n\n')

const description = (page: Page) => page.locator('section[aria-labelledby="description"] .markdown')

test('X16 names in content clobber nothing of the page, the document or the window', async ({ page }) => {
  await signInByApi(page, 'student')
  let text = 'plain text'
  await page.route('**/api/groups/1/tasks/101', async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), description: text } })
  })
  await page.goto('/group/1/task/101')
  await expect(description(page)).toHaveText(text)
  /** The page's own ids, without those that React generates. */
  const own = await page.evaluate(() =>
    [...document.querySelectorAll('[id]')].map(({ id }) => id).filter(id => /^[a-z-]+$/.test(id)),
  )
  expect(own).toEqual(expect.arrayContaining(['root', 'main', 'flags', 'description']))
  const names = [...new Set([...own, ...others])]
  /** The values that the page's code gets for each name. */
  const lookUp = () =>
    page.evaluate(names => {
      const say = (value: unknown) =>
        value instanceof Element
          ? `${value.tagName}${value.closest('.markdown') ? ' of the text' : ''}`
          : Object.prototype.toString.call(value)
      const everything = { window, document, forms: document.forms, anchors: document.anchors }
      return names.map(name => [
        name,
        say(document.getElementById(name)),
        say(document.getElementsByName(name)[0]),
        ...Object.entries(everything).map(([of, all]) => `${of}: ${say(Reflect.get(all, name))}`),
      ])
    }, names)
  const before = await lookUp()

  text = names.map(naming).join('\n\n')
  await page.goto('/group/1/task/101')
  await expect(description(page).getByRole('heading')).toHaveCount(2 * names.length + 1)
  expect(await lookUp()).toEqual(before)
  const named = await description(page).evaluate(body => ({
    ids: [...body.querySelectorAll('[id]')].map(({ id }) => id),
    names: body.querySelectorAll('[name], form, iframe').length,
  }))
  // Footnotes have ids, so some names were set.
  expect(named.ids.length).toBeGreaterThan(names.length)
  expect(named.ids.filter(id => !id.startsWith('description-'))).toEqual([])
  expect(named.names).toBe(0)
})
