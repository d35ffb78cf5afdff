/** Runs on the first click of a double click only, even if its response was faster than the second. */
export const ignoreDoubleClick =
  <Result>(run: () => Result) =>
  ({ detail }: { detail: number }): Result | undefined =>
    detail > 1 ? undefined : run()
