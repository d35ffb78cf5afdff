import type { Browser } from '@playwright/test'
import { boardPath } from './answer-front'
import { useBareTable, useBoard } from './interactions'
import { boardPage, clickToBoard, loadBoard } from './load'
import type { Measures } from './measures'
import { scrollBoard, stopOnTheWay } from './scrolling'
import type { Site } from './sites'
import { openVisit, type Visit } from './visit'

/** Something that is measured once in each round. */
export interface Target {
  name: string
  measure(browser: Browser): Promise<Measures>
}

export interface Sites {
  usual: Site
  huge: Site
}

/** Everything that one run compares, in the order of the report's columns. */
export function targetsOn({ usual, huge }: Sites): Target[] {
  const bareAddress = ({ bare }: Site) => `${bare}/?board=${boardPath}`
  return [
    {
      name: 'bare, empty',
      measure: visiting(async visit => {
        await visit.page.goto(usual.bare)
        await visit.page.waitForTimeout(1000)
        return useBareTable(visit)
      }),
    },
    {
      name: 'bare, 10,000',
      measure: visiting(async visit => ({
        ...(await loadBoard(visit, bareAddress(usual))),
        ...(await useBareTable(visit)),
        ...(await scrollBoard(visit)),
      })),
    },
    { name: 'board, 10,000', measure: wholeBoard(usual) },
    { name: 'board, 10,000, by a click', measure: boardByClick(usual) },
    { name: 'bare, 100,000', measure: visiting(visit => loadBoard(visit, bareAddress(huge))) },
    { name: 'board, 100,000', measure: wholeBoard(huge) },
    { name: 'board, 100,000, by a click', measure: boardByClick(huge) },
  ]
}

const wholeBoard = ({ product }: Site): Target['measure'] =>
  visiting(async visit => {
    const load = await loadBoard(visit, `${product}${boardPage}`)
    const stops = await stopOnTheWay(visit)
    const scrolling = await scrollBoard(visit)
    return { ...load, ...scrolling, ...(await useBoard(visit)), ...stops }
  }, product)

const boardByClick = ({ product }: Site): Target['measure'] =>
  visiting(visit => clickToBoard(visit, product), product)

/** A visit of its own: a new context with a cold cache, signed in where an origin is given. */
function visiting(measure: (visit: Visit) => Promise<Measures>, signedInAt?: string): Target['measure'] {
  return async browser => {
    const visit = await openVisit(browser, signedInAt)
    try {
      return await measure(visit)
    } finally {
      await visit.close()
    }
  }
}
