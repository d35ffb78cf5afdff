/** `page`: HTML came in its place (SPA fallback). `fields`: some are wrong. */
export type ConfigFault = 'missing' | 'page' | 'notJson' | 'tooLarge' | 'fields'

export interface WrongField {
  /** For example `contacts.0.title.ru`; empty for the whole file. */
  path: string
  /** Expected value as the schema words it; null when the field only has to be present. */
  expected: string | null
  /** Received value, truncated; null when the field is missing. */
  received: string | null
}

const MAX_LISTED_FIELDS = 20

const formatField = ({ path, expected, received }: WrongField): string =>
  `${path || '(the file)'}: ${received === null ? 'missing' : `${received} instead of ${expected}`}`

/** `config.json` is unusable. In a file of its own, so that pages can detect it without loading the schema. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly fault: ConfigFault
  /** The first wrong fields; `more` counts the rest. */
  readonly fields: readonly WrongField[]
  readonly more: number
  /** The same as lines for the site's operator. */
  readonly problems: readonly string[]

  constructor(fault: ConfigFault, note: string, fields: readonly WrongField[] = []) {
    super(`config.json cannot be used: ${note}`)
    this.fault = fault
    this.fields = fields.slice(0, MAX_LISTED_FIELDS)
    this.more = fields.length - this.fields.length
    this.problems = [
      note,
      ...this.fields.map(formatField),
      ...(this.more > 0 ? [`and ${this.more} more`] : []),
    ]
  }
}
