import { refusal } from '../answered'
import { type Drift, type Operator, type Site, siteOf } from '../mutant'
import { type RequestPlace, requestPlaces, valueAt } from '../request-places'

/** Refuses a question by one value in it; lists of items are refused by any of them. */
function refuseWhere(place: RequestPlace, isBad: (value: unknown) => boolean, type: string): Drift {
  const loc = [place.in, place.name]
  return {
    before: async call => {
      const value = await valueAt(call, place)
      const values = place.isItem && Array.isArray(value) ? value : [value]
      return values.some(isBad) ? refusal(loc, 'Value error, not allowed', type) : undefined
    },
  }
}

/** DR13: some of the characters that the pattern takes are refused. */
const patternTightened: Operator = {
  driftId: 'DR13',
  sites: (operation, { schemas }) =>
    requestPlaces(operation, schemas)
      .filter(({ flat }) => flat.patterns.length > 0)
      .map(place => {
        const allowsAllLetters = place.flat.patterns.some(pattern => pattern.includes('\\p{L}'))
        const refused = [/[-_]/, /-/, /_/, allowsAllLetters ? /[^ -~]/ : /[A-Z]/]
        const ways = refused.map(pattern =>
          refuseWhere(
            place,
            value => typeof value === 'string' && pattern.test(value),
            'string_pattern_mismatch',
          ),
        )
        return siteOf(place.place, ...ways)
      }),
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return Array.from(value).length
  return Array.isArray(value) ? value.length : undefined
}

/** DR14: long texts and lists are refused that the contract takes; the strictest and the narrowest way. */
const maximumReduced: Operator = {
  driftId: 'DR14',
  sites: (operation, { schemas }) =>
    requestPlaces(operation, schemas).flatMap((place): Site[] => {
      const most = place.flat.limits.maxLength ?? place.flat.limits.maxItems
      if (most === undefined) return []
      const tooLong = (limit: number) =>
        refuseWhere(place, value => isBetween(lengthOf(value), limit + 1, most), 'string_too_long')
      return [siteOf(place.place, tooLong(Math.floor(most / 3)), tooLong(most - 1))]
    }),
}

/** DR15: short texts and lists are refused that the contract takes. */
const minimumRaised: Operator = {
  driftId: 'DR15',
  sites: (operation, { schemas }) =>
    requestPlaces(operation, schemas).flatMap((place): Site[] => {
      const least = place.flat.limits.minLength ?? place.flat.limits.minItems
      if (least === undefined) return []
      const tooShort = (limit: number) =>
        refuseWhere(place, value => isBetween(lengthOf(value), least, limit - 1), 'string_too_short')
      return [siteOf(place.place, tooShort(least + 4), tooShort(least + 1))]
    }),
}

function isBetween(length: number | undefined, least: number, most: number): boolean {
  return length !== undefined && length >= least && length <= most
}

export const limitOperators: readonly Operator[] = [patternTightened, maximumReduced, minimumRaised]
