/** Deeper than any response of the contract; deeper values are left alone. */
const MAX_DEPTH = 20

/**
 * Removes null fields in place: the contract treats null and absent fields alike, and so the rest of the app only
 * handles `undefined`.
 */
export const withoutNulls = <T>(body: T, depth = 0): T => {
  if (typeof body !== 'object' || body === null || depth > MAX_DEPTH) return body
  const fields = body as Record<string, unknown>
  const isList = Array.isArray(body)
  for (const key in fields) {
    if (fields[key] !== null) withoutNulls(fields[key], depth + 1)
    else if (!isList) fields[key] = undefined
  }
  return body
}
