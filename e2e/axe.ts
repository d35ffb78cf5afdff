import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type CDPSession, expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of WCAG 2.2 AA and best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** One line for each element that violates a rule, in the page and its frames. */
export async function axeFindings(page: Page): Promise<string[]> {
  // The policy blocks injected script elements, but not evaluation by the debugger.
  const debugging = await page.context().newCDPSession(page)
  try {
    for (const contextId of await documentsOf(debugging)) await install(debugging, contextId)
    const answer = await debugging.send('Runtime.evaluate', {
      expression: `(${runAxe})(${JSON.stringify(tags)}).then(JSON.stringify)`,
      awaitPromise: true,
      returnByValue: true,
    })
    if (answer.exceptionDetails) throw new Error(`axe did not run: ${answer.exceptionDetails.text}`)
    return explain(JSON.parse(String(answer.result.value)))
  } finally {
    await debugging.detach()
  }
}

/** Runs in the page, so it cannot use other code of this file. */
async function runAxe(runOnly: string[]): Promise<AxeResults['violations']> {
  type Run = (context: Element | Document, options: object) => Promise<AxeResults>
  const { run } = (globalThis as unknown as { axe: { run: Run } }).axe
  // A pane that covers the page on a phone hides the page's title on purpose.
  const isCovered = document.getElementById('main')?.inert ?? false
  // A loading page has no title yet.
  const isComing = document.querySelector('#root [role=status][aria-busy=true]') !== null
  const rules = {
    ...(isCovered && { 'landmark-one-main': { enabled: false } }),
    ...((isCovered || isComing) && { 'page-has-heading-one': { enabled: false } }),
  }
  const { violations } = await run(document, { runOnly, rules, resultTypes: ['violations'] })

  /** Elements partly under a fixed bar can be scrolled into view. */
  const isStillSmall = async (selector: unknown): Promise<boolean> => {
    const target = typeof selector === 'string' ? document.querySelector(selector) : null
    if (!target) return true
    target.scrollIntoView({ block: 'center' })
    const again = await run(target, { runOnly: { type: 'rule', values: ['target-size'] } })
    return again.violations.length > 0
  }
  for (const rule of violations) {
    if (rule.id !== 'target-size') continue
    const still = []
    for (const node of rule.nodes) {
      if (node.target.length > 1 || (await isStillSmall(node.target[0]))) still.push(node)
    }
    rule.nodes = still
  }
  return violations
}

/** The page and its frames, if axe is loaded in them too. */
async function documentsOf(debugging: CDPSession): Promise<number[]> {
  const ids: number[] = []
  debugging.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.auxData?.isDefault) ids.push(context.id)
  })
  await debugging.send('Runtime.enable')
  return ids
}

async function install(debugging: CDPSession, contextId: number): Promise<void> {
  const { result } = await debugging.send('Runtime.evaluate', { expression: 'typeof axe', contextId })
  if (result.value === 'undefined')
    await debugging.send('Runtime.evaluate', { expression: source, contextId })
}

export async function expectNoAxeFindings(page: Page, where: string): Promise<void> {
  expect(await axeFindings(page), `axe on ${where}`).toEqual([])
}

function explain(violations: AxeResults['violations']): string[] {
  return violations.flatMap(rule =>
    rule.nodes.map(
      node => `${rule.id}: ${rule.help} | ${node.target.join(' ')} | ${node.failureSummary ?? ''}`,
    ),
  )
}
