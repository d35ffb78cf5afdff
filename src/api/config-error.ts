/**
 * Why `config.json` cannot be used: it is not there, a page came in its place (an address that falls back to the
 * application), it is no JSON, it is too large, or some of its fields are wrong.
 */
export type ConfigFault = 'missing' | 'page' | 'notJson' | 'tooLarge' | 'fields'

export interface WrongField {
  /** As in `contacts.0.title.ru`; empty for the file as a whole. */
  path: string
  /** What should stand there, in the words of the check; null where only its presence is asked for. */
  expected: string | null
  /** What stands there, cut short; null when the field is missing. */
  received: string | null
}

/** More lines than these help nobody: they go away together with the first ones. */
const mostListed = 20

const lineOf = ({ path, expected, received }: WrongField): string =>
  `${path || '(the file)'}: ${received === null ? 'missing' : `${received} instead of ${expected}`}`

/**
 * The configuration of this deployment cannot be used. It has a file of its own, so that a page can tell it from
 * other failures without the code that checks.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly fault: ConfigFault
  /** The first wrong fields, and how many more there are. */
  readonly fields: readonly WrongField[]
  readonly more: number
  /** The same in lines, for whoever runs the site. */
  readonly problems: readonly string[]

  constructor(fault: ConfigFault, note: string, fields: readonly WrongField[] = []) {
    super(`config.json cannot be used: ${note}`)
    this.fault = fault
    this.fields = fields.slice(0, mostListed)
    this.more = fields.length - this.fields.length
    this.problems = [note, ...this.fields.map(lineOf), ...(this.more > 0 ? [`and ${this.more} more`] : [])]
  }
}
