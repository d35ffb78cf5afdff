import { createSite, type Drift, type Operator, type Site } from '../mutant'
import { type RequestLocation, requestLocations, valueAt } from '../request-locations'
import { validationError } from '../responses'

/** Rejects a request by one value; lists by any of their items. */
function refuseWhere(location: RequestLocation, isBad: (value: unknown) => boolean, type: string): Drift {
  const loc = [location.in, location.name]
  return {
    before: async call => {
      const value = await valueAt(call, location)
      const values = location.isItem && Array.isArray(value) ? value : [value]
      return values.some(isBad) ? validationError(loc, 'Value error, not allowed', type) : undefined
    },
  }
}

/** DR13: some characters that the pattern allows are rejected. */
const patternTightened: Operator = {
  driftId: 'DR13',
  sites: (operation, { schemas }) =>
    requestLocations(operation, schemas)
      .filter(({ flat }) => flat.patterns.length > 0)
      .map(location => {
        const allowsAllLetters = location.flat.patterns.some(pattern => pattern.includes('\\p{L}'))
        const patterns = [/[-_]/, /-/, /_/, allowsAllLetters ? /[^ -~]/ : /[A-Z]/]
        const variants = patterns.map(pattern =>
          refuseWhere(
            location,
            value => typeof value === 'string' && pattern.test(value),
            'string_pattern_mismatch',
          ),
        )
        return createSite(location.location, ...variants)
      }),
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return Array.from(value).length
  return Array.isArray(value) ? value.length : undefined
}

/** DR14: long texts and lists are rejected; the strictest and the smallest change. */
const maximumReduced: Operator = {
  driftId: 'DR14',
  sites: (operation, { schemas }) =>
    requestLocations(operation, schemas).flatMap((location): Site[] => {
      const max = location.flat.limits.maxLength ?? location.flat.limits.maxItems
      if (max === undefined) return []
      const tooLong = (limit: number) =>
        refuseWhere(location, value => isBetween(lengthOf(value), limit + 1, max), 'string_too_long')
      return [createSite(location.location, tooLong(Math.floor(max / 3)), tooLong(max - 1))]
    }),
}

/** DR15: short texts and lists are rejected. */
const minimumRaised: Operator = {
  driftId: 'DR15',
  sites: (operation, { schemas }) =>
    requestLocations(operation, schemas).flatMap((location): Site[] => {
      const min = location.flat.limits.minLength ?? location.flat.limits.minItems
      if (min === undefined) return []
      const tooShort = (limit: number) =>
        refuseWhere(location, value => isBetween(lengthOf(value), min, limit - 1), 'string_too_short')
      return [createSite(location.location, tooShort(min + 4), tooShort(min + 1))]
    }),
}

function isBetween(length: number | undefined, min: number, max: number): boolean {
  return length !== undefined && length >= min && length <= max
}

export const limitOperators: readonly Operator[] = [patternTightened, maximumReduced, minimumRaised]
