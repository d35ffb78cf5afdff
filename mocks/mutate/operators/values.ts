import type { Change } from '../change-at'
import type { Drift, Operator } from '../mutant'
import type { ResponseLocation } from '../response-locations'
import { hasType } from '../response-locations'
import { bodySites, changeBody } from './fields'

const isDate = ({ flat }: ResponseLocation) => flat.formats.some(format => format.startsWith('date'))
const isEnum = ({ flat }: ResponseLocation) => flat.values !== undefined
const isScalar = (location: ResponseLocation) =>
  ['string', 'integer', 'number', 'boolean'].some(type => hasType(location, type))

const asText: Change = value =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
const asNumber: Change = value => (typeof value === 'string' ? Array.from(value).length : value)
const asBit: Change = value => (typeof value === 'boolean' ? Number(value) : value)
const asObject: Change = value => (typeof value === 'string' ? { value } : value)

/** DR25: another type for the same value. */
const otherType: Operator = {
  driftId: 'DR25',
  sites: bodySites(
    location => isScalar(location) && !isDate(location),
    location => changesOf(location).map(change => changeBody(location, change)),
  ),
}

function changesOf(location: ResponseLocation): Change[] {
  if (hasType(location, 'boolean')) return [asText, asBit]
  return hasType(location, 'string') ? [asNumber, asObject] : [asText]
}

/** DR27: a value that the client does not know. */
const enumAdded: Operator = {
  driftId: 'DR27',
  sites: bodySites(isEnum, location => {
    const change =
      (name: string): Change =>
      value =>
        typeof value === 'string' ? name : value
    const variants = ['refunded', 'Archived'].map(change)
    return variants.flatMap((variant): Drift[] => [
      changeBody(location, variant),
      changeBody(location, variant, 'one'),
    ])
  }),
}

/** DR29: texts that some browsers do not parse, or parse as another time. */
const dateFormatLost: Operator = {
  driftId: 'DR29',
  sites: bodySites(isDate, location => {
    const isTime = location.flat.formats.includes('date-time')
    const changes = isTime ? [withSpace, withoutOffset, asDayFirst] : [asDayFirst, withoutZeros]
    return changes.map(change =>
      changeBody(location, value => (typeof value === 'string' ? change(value) : value)),
    )
  }),
}

const withSpace = (text: string) => text.slice(0, 19).replace('T', ' ')
const withoutOffset = (text: string) => text.slice(0, 19)
const asDayFirst = (text: string) => text.slice(0, 10).split('-').reverse().join('.')
const withoutZeros = (text: string) => text.split('-').map(Number).join('/')

export const valueOperators: readonly Operator[] = [otherType, enumAdded, dateFormatLost]
