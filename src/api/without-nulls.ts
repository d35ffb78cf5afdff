/** Deeper than any answer of the contract; what is nested deeper is left as it is. */
const deepest = 20

/**
 * Takes null in a field of an answer for an absent one, as the contract says: a backend may send either. It changes the
 * parsed body itself, and is the only place that knows of it, so no screen has to tell null and undefined apart.
 */
export const withoutNulls = <T>(body: T, depth = 0): T => {
  if (typeof body !== 'object' || body === null || depth > deepest) return body
  const fields = body as Record<string, unknown>
  const isList = Array.isArray(body)
  for (const key in fields) {
    if (fields[key] !== null) withoutNulls(fields[key], depth + 1)
    else if (!isList) fields[key] = undefined
  }
  return body
}
