/** Bidirectional control characters. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Those and letters of right-to-left alphabets. */
const NEEDS_ISOLATION =
  /[\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Isolates a value inside a translated sentence (FSI … PDI), so that its direction doesn't affect the rest (X03). In
 * elements use `bdi`.
 */
export const isolateBidi = (value: string): string =>
  NEEDS_ISOLATION.test(value) ? `\u2068${value.replace(BIDI_CONTROLS, '')}\u2069` : value
