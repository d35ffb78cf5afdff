/** Marks that turn the direction of what follows them, until something else ends that. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** The same marks, and the letters of the alphabets that are written from right to left. */
const needsIsolation =
  /[\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A value that stands in the words of a sentence: a name of another direction turns neither them nor their punctuation
 * around (reliability X03). Elements have `bdi` for that; a sentence has the marks FSI and PDI.
 */
export const isolated = (value: string): string =>
  needsIsolation.test(value) ? `\u2068${value.replace(turning, '')}\u2069` : value
