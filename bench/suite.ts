import type { Browser } from '@playwright/test'
import type { Budget } from './budgets'
import type { Comparison } from './comparisons'
import type { Measures } from './measures'

/** A measurement on a running site, once per round; rounds count from 0. */
export interface Target<Site> {
  name: string
  measure(browser: Browser, site: Site, round: number): Promise<Measures>
}

/** Targets of one report, which take turns and are compared. */
export interface Suite<Site> {
  name: string
  /** One sentence about its figures. */
  note: string
  /** In the order of the report's columns. */
  targets: readonly Target<Site>[]
  /** Titles by measure, in the order of the report. */
  titles: Readonly<Record<string, string>>
  comparisons: readonly Comparison[]
  budgets: readonly Budget[]
  /** Builds what is measured. */
  build(): Promise<void>
  start(): Promise<Running<Site>>
}

export interface Running<Site> {
  site: Site
  /** Additional arguments of the browser. */
  browserArguments: readonly string[]
  close(): Promise<void>
}
