export type Expected = {
  /** In this style alone; in every one without it. */
  readonly style?: string
  /** Matches `DR25 listGroups answer 200 /points: …`. */
  readonly finding: RegExp
  /** What the contract says, and where. */
  readonly contract: string
}

/** Failing findings that are right: the server deviates from the contract there, as backends of its kind do. */
export const expectedFindings: readonly Expected[] = [
  {
    style: 'sums',
    finding: /^DR25 .*(document|number)/,
    contract:
      'openapi/schemas: points are "type: integer"; the document says "number", which allows fractions.',
  },
  {
    style: 'not-found',
    finding: /^DR47 .*"Not Found"/,
    contract: 'openapi/responses/TaskNotFound.yaml "enum: [Task not found]".',
  },
]
