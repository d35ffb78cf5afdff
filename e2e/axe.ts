import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Everything of WCAG 2.2 AA that axe knows, and its best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** One readable line for each element that breaks a rule, on the page as it stands. */
export async function axeFindings(page: Page): Promise<string[]> {
  // The page's policy refuses added script elements; the debugger's own evaluation is not the page's.
  const debugging = await page.context().newCDPSession(page)
  try {
    const run = `axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(results => JSON.stringify(results.violations))`
    await debugging.send('Runtime.evaluate', { expression: source })
    const answer = await debugging.send('Runtime.evaluate', {
      expression: run,
      awaitPromise: true,
      returnByValue: true,
    })
    if (answer.exceptionDetails) throw new Error(`axe did not run: ${answer.exceptionDetails.text}`)
    return explain(JSON.parse(String(answer.result.value)))
  } finally {
    await debugging.detach()
  }
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
