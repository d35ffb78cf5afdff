import type { AnswerPlace } from '../answer-places'
import { hasType } from '../answer-places'
import type { Change } from '../json-places'
import type { Drift, Operator } from '../mutant'
import { bodySites, changeBody } from './fields'

const isDate = ({ flat }: AnswerPlace) => flat.formats.some(format => format.startsWith('date'))
const isEnum = ({ flat }: AnswerPlace) => flat.values !== undefined
const isScalar = (place: AnswerPlace) =>
  ['string', 'integer', 'number', 'boolean'].some(type => hasType(place, type))

const asText: Change = value =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
const asNumber: Change = value => (typeof value === 'string' ? Array.from(value).length : value)
const asBit: Change = value => (typeof value === 'boolean' ? Number(value) : value)
const asObject: Change = value => (typeof value === 'string' ? { value } : value)

/** DR25: the same thing in another type. */
const otherType: Operator = {
  driftId: 'DR25',
  sites: bodySites(
    place => isScalar(place) && !isDate(place),
    place => changesOf(place).map(change => changeBody(place, change)),
  ),
}

function changesOf(place: AnswerPlace): Change[] {
  if (hasType(place, 'boolean')) return [asText, asBit]
  return hasType(place, 'string') ? [asNumber, asObject] : [asText]
}

/** DR27: a value that the client has no words for. */
const enumAdded: Operator = {
  driftId: 'DR27',
  sites: bodySites(isEnum, place => {
    const change =
      (name: string): Change =>
      value =>
        typeof value === 'string' ? name : value
    const ways = ['refunded', 'Archived'].map(change)
    return ways.flatMap((way): Drift[] => [changeBody(place, way), changeBody(place, way, 'one')])
  }),
}

/** DR29: texts that some browsers read as no time, or as another one. */
const dateFormatLost: Operator = {
  driftId: 'DR29',
  sites: bodySites(isDate, place => {
    const isTime = place.flat.formats.includes('date-time')
    const changes = isTime ? [withSpace, withoutOffset, asDayFirst] : [asDayFirst, withoutZeros]
    return changes.map(change =>
      changeBody(place, value => (typeof value === 'string' ? change(value) : value)),
    )
  }),
}

const withSpace = (text: string) => text.slice(0, 19).replace('T', ' ')
const withoutOffset = (text: string) => text.slice(0, 19)
const asDayFirst = (text: string) => text.slice(0, 10).split('-').reverse().join('.')
const withoutZeros = (text: string) => text.split('-').map(Number).join('/')

export const valueOperators: readonly Operator[] = [otherType, enumAdded, dateFormatLost]
