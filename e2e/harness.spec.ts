import { type BrowserContext, expect, test } from '@playwright/test'
import { headersFor } from '../deploy/headers'
import { axeFindings } from './axe'
import { layoutFindings } from './layout'
import { installTripwires } from './tripwires'

/** The watchers of the journeys are watched themselves: each must see what it is there for. */

const origin = 'http://127.0.0.1:9'

async function serve(context: BrowserContext, body: string, script = '', style = ''): Promise<void> {
  const html = `<!doctype html><html lang="en"><head><title>Page</title><link rel="stylesheet" href="/style.css"></head>
    <body><main><h1>Page</h1>${body}</main><script src="/script.js"></script></body></html>`
  const headers = headersFor('/', { isHttps: false, mode: 'production' })
  await context.route('**/*', route => {
    const path = new URL(route.request().url()).pathname
    if (path === '/script.js') return route.fulfill({ body: script, contentType: 'text/javascript', headers })
    if (path === '/style.css') return route.fulfill({ body: style, contentType: 'text/css', headers })
    return route.fulfill({ body: html, headers: { ...headers, 'Content-Type': 'text/html' } })
  })
}

test.describe('layout', () => {
  const cases: [name: string, body: string, style: string, finding: RegExp | null][] = [
    ['a readable page', '<p>One</p><p>Two</p>', '', null],
    [
      'text cut by a narrow box',
      '<p>Wide words</p>',
      'p{width:2em;overflow:hidden;white-space:nowrap}',
      /cut by p: "Wide words"/,
    ],
    ['text under a low edge', '<p>One<br>Two<br>Three</p>', 'p{height:1.2em;overflow:hidden}', /cut by p/],
    [
      'text shortened with an ellipsis',
      '<p>Wide words</p>',
      'p{width:2em;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}',
      null,
    ],
    [
      'a heading shortened with an ellipsis',
      '<h2>Wide words</h2>',
      'h2{width:2em;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}',
      /a name is shortened/,
    ],
    [
      'text in a box that scrolls',
      '<p>Wide words</p>',
      'p{width:2em;overflow:auto;white-space:nowrap}',
      null,
    ],
    [
      'text on other text',
      '<p>One</p><p>Two</p>',
      'p+p{margin-top:-2.2em}',
      /"(One|Two)" lies on "(One|Two)"/,
    ],
    ['a tight heading of two lines', '<h2>One<br>Two</h2>', 'h2{line-height:1.1}', null],
    ['a page wider than the window', '<div>x</div>', 'div{width:3000px}', /scrolls sideways/],
    ['text left of the page', '<p>Gone</p>', 'p{position:absolute;left:-50px}', /cut by the page/],
    [
      'text for screen readers only',
      '<p>Hidden words</p>',
      'p{position:absolute;width:1px;height:1px;overflow:hidden}',
      null,
    ],
  ]
  for (const [name, body, style, finding] of cases) {
    test(`${finding ? 'finds' : 'allows'} ${name}`, async ({ page, context }) => {
      await serve(context, body, '', style)
      await page.goto(origin)
      const findings = await layoutFindings(page)
      if (finding) expect(findings.join('\n')).toMatch(finding)
      else expect(findings).toEqual([])
    })
  }
})

test.describe('tripwires', () => {
  const cases: [name: string, script: string, finding: RegExp][] = [
    [
      'an inline script',
      'document.body.append(Object.assign(document.createElement("a"),{}));setTimeout("1")',
      /policy violation: (script-src|require-trusted)/,
    ],
    [
      'an inline style',
      'document.body.append(document.createElement("style").appendChild(document.createTextNode("a{}")).parentNode)',
      /policy violation: style-src/,
    ],
    ['a console error', 'console.error("broken")', /console.error: broken/],
    ['an error', 'throw new Error("thrown")', /page error: .*thrown/],
    ['a rejection nobody handles', 'Promise.reject(new Error("rejected"))', /page error: .*rejected/],
    ['a dialog', 'alert("hello")', /dialog: hello/],
    [
      'a socket to another host',
      'try{new WebSocket("wss://other.example")}catch{}',
      /policy violation: connect-src/,
    ],
  ]
  for (const [name, script, finding] of cases) {
    test(`see ${name}`, async ({ page, context }) => {
      const tripwires = await installTripwires(context, origin)
      await serve(context, '', script)
      await page.goto(origin)
      await expect.poll(() => tripwires.findings().join('\n')).toMatch(finding)
    })
  }

  test('see a page of another host', async ({ page, context }) => {
    const tripwires = await installTripwires(context, 'http://127.0.0.1:10')
    await serve(context, '')
    await page.goto(origin)
    expect(tripwires.findings().join()).toContain('request to another host')
  })

  test('say nothing of a clean page, nor of what is allowed', async ({ page, context }) => {
    const tripwires = await installTripwires(context, origin)
    tripwires.allowConsole(/expected/)
    await serve(context, '', 'console.error("expected")')
    await page.goto(origin)
    expect(tripwires.findings()).toEqual([])
  })
})

test('axe runs under the policy and finds a button without a name', async ({ page, context }) => {
  const tripwires = await installTripwires(context, origin)
  await serve(context, '<button></button>')
  await page.goto(origin)
  expect((await axeFindings(page)).join('\n')).toMatch(/^button-name: .*\| button \|/)
  expect(tripwires.violations()).toEqual([])
})
