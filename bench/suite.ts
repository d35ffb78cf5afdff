import type { Browser } from '@playwright/test'
import type { Budget } from './budgets'
import type { Comparison } from './comparisons'
import type { Measures } from './measures'

/** Something on a running site that is measured once in each round; rounds count from 0. */
export interface Target<Site> {
  name: string
  measure(browser: Browser, site: Site, round: number): Promise<Measures>
}

/** What belongs together in one report: its targets take turns, and are compared with each other. */
export interface Suite<Site> {
  name: string
  /** One sentence on its figures. */
  note: string
  /** In the order of the report's columns. */
  targets: readonly Target<Site>[]
  /** The rows of the report in their order, by measure. */
  titles: Readonly<Record<string, string>>
  comparisons: readonly Comparison[]
  budgets: readonly Budget[]
  /** Makes what is measured. */
  build(): Promise<void>
  start(): Promise<Running<Site>>
}

export interface Running<Site> {
  site: Site
  /** What the browser is started with beside the usual. */
  browserArguments: readonly string[]
  close(): Promise<void>
}
