import type { Page } from '@playwright/test'

/**
 * The layout shifts since the page was opened: value and elements. Smaller ones are a pixel or two of a short text,
 * when a font arrives within the block period of `font-display: optional`, which a busy machine shows.
 */
export const getLayoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>(done => {
        interface Shift extends PerformanceEntry {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null }[]
        }
        const shifts: string[] = []
        new PerformanceObserver(list => {
          for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
            const moved = sources.map(({ node }) => {
              const element = node instanceof Element ? node : node?.parentElement
              return element?.outerHTML.slice(0, 120) ?? 'what is gone'
            })
            if (!hadRecentInput && value >= 0.0002) shifts.push([value.toFixed(4), ...moved].join('\n  '))
          }
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => done(shifts), 100)
      }),
  )
