/** A number of points, tasks, days or people, which a server may also write as text; null for what counts nothing. */
export const countOf = (value: unknown): number | null => {
  const isWritten = typeof value === 'string' && /^\d{1,15}$/.test(value)
  const count = isWritten ? Number(value) : value
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : null
}
