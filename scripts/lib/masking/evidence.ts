/** One exchange without secrets: safe to print in a public CI log. */
export type Evidence = {
  /** A command that asks the same question; secrets stand there as `$NAME`. */
  readonly curl: string
  readonly status?: number
  /** At most a few hundred characters of the answer around the difference. */
  readonly excerpt?: string
  /** Where it came from: a step of the plan, or file and number of the recording. */
  readonly origin: string
}
