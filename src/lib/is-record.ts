/** Narrows an unknown value to an object with string keys; arrays are not records. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
