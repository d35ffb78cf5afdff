import type { Measures } from '../measures'
import type { Target } from '../suite'
import { useBareTable, useBoard } from './interactions'
import { boardPage, clickToBoard, loadBoard } from './load'
import { scrollBoard, stopOnTheWay } from './scrolling'
import { boardPath, type Site } from './sites'
import { openVisit, type Visit } from './visit'

export interface Sites {
  usual: Site
  huge: Site
}

const bareAddress = ({ bare }: Site) => `${bare}/?board=${boardPath}`

/** Runs in a new browser context with a cold cache, signed in if an origin is given. */
const visiting =
  (
    measure: (visit: Visit, site: Site) => Promise<Measures>,
    { at, isSignedIn = false }: { at: keyof Sites; isSignedIn?: boolean },
  ): Target<Sites>['measure'] =>
  async (browser, sites) => {
    const site = sites[at]
    const visit = await openVisit(browser, isSignedIn ? site.product : undefined)
    try {
      return await measure(visit, site)
    } finally {
      await visit.close()
    }
  }

const wholeBoard = (at: keyof Sites) =>
  visiting(
    async (visit, { product }) => {
      const load = await loadBoard(visit, `${product}${boardPage}`)
      const stops = await stopOnTheWay(visit)
      const scrolling = await scrollBoard(visit)
      return { ...load, ...scrolling, ...(await useBoard(visit)), ...stops }
    },
    { at, isSignedIn: true },
  )

const boardByClick = (at: keyof Sites) =>
  visiting((visit, { product }) => clickToBoard(visit, product), { at, isSignedIn: true })

/** All targets, in the order of the report's columns. */
export const boardTargets: readonly Target<Sites>[] = [
  {
    name: 'bare, empty',
    measure: visiting(
      async (visit, { bare }) => {
        await visit.page.goto(bare)
        await visit.page.waitForTimeout(1000)
        return useBareTable(visit)
      },
      { at: 'usual' },
    ),
  },
  {
    name: 'bare, 10,000',
    measure: visiting(
      async (visit, site) => ({
        ...(await loadBoard(visit, bareAddress(site))),
        ...(await useBareTable(visit)),
        ...(await scrollBoard(visit)),
      }),
      { at: 'usual' },
    ),
  },
  { name: 'board, 10,000', measure: wholeBoard('usual') },
  { name: 'board, 10,000, by a click', measure: boardByClick('usual') },
  {
    name: 'bare, 100,000',
    measure: visiting((visit, site) => loadBoard(visit, bareAddress(site)), { at: 'huge' }),
  },
  { name: 'board, 100,000', measure: wholeBoard('huge') },
  { name: 'board, 100,000, by a click', measure: boardByClick('huge') },
]
