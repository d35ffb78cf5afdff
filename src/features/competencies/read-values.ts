/** Types are not checks (design §9): what an answer holds is read before it is counted with. */

export type Unread = Readonly<Record<string, unknown>>

const nothing: Unread = {}

/** The properties of a value; none when it is no object. */
export const propertiesOf = (value: unknown): Unread =>
  typeof value === 'object' && value !== null ? (value as Unread) : nothing

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A number of points, tasks or days, which a server may also write as text; null for what counts nothing. */
export const countOf = (value: unknown): number | null => {
  const isWritten = typeof value === 'string' && /^\d{1,15}$/.test(value)
  const count = isWritten ? Number(value) : value
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : null
}

/** A text with something in it, else null. */
export const wordsOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
