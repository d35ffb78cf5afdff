import type { Page } from '@playwright/test'

/** What has jumped since the page was opened, as browsers count it: how far, and what. Empty: nothing moved. */
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>(done => {
        interface Shift extends PerformanceEntry {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null }[]
        }
        const told: string[] = []
        new PerformanceObserver(list => {
          for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
            const moved = sources.map(({ node }) => {
              const element = node instanceof Element ? node : node?.parentElement
              return element?.outerHTML.slice(0, 120) ?? 'what is gone'
            })
            if (!hadRecentInput) told.push([value.toFixed(4), ...moved].join('\n  '))
          }
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => done(told), 100)
      }),
  )
