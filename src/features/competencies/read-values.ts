/** Types are not checks (design §9): what an answer holds is read before it is counted with. */

export type Unread = Readonly<Record<string, unknown>>

const nothing: Unread = {}

/** The properties of a value; none when it is no object. */
export const propertiesOf = (value: unknown): Unread =>
  typeof value === 'object' && value !== null ? (value as Unread) : nothing

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text with something in it, else null. */
export const wordsOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
