/** A non-negative number, which some servers send as a string; null for anything else. */
export const parseCount = (value: unknown): number | null => {
  const isWritten = typeof value === 'string' && /^\d{1,15}$/.test(value)
  const count = isWritten ? Number(value) : value
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : null
}
