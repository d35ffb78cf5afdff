import { type AnswerPlace, answerPlaces, hasType } from '../answer-places'
import { type Change, gone } from '../json-places'
import type { Drift, Operator, Site } from '../mutant'
import { bodySites, changeBody } from './fields'

const isProperty = ({ parent }: AnswerPlace) => parent !== null
const isOfList = ({ pointer }: AnswerPlace) => pointer.includes('/*')

/** Whether the value that a model would have by default is one that the contract allows. */
function hasDefault(place: AnswerPlace): boolean {
  const { limits } = place.flat
  if (hasType(place, 'integer') || hasType(place, 'number')) return (limits.minimum ?? 0) <= 0
  return hasType(place, 'boolean') || (hasType(place, 'array') && (limits.minItems ?? 0) === 0)
}

const isDefault = (value: unknown) =>
  value === 0 || value === false || (Array.isArray(value) && value.length === 0)
const withoutDefault: Change = value => (isDefault(value) ? gone : value)

/** Two versions of the server answer in turn while it is rolled out. */
function everySecond(drift: Drift): Drift {
  let answers = 0
  return {
    alter: (answer, call) => {
      const altered = drift.alter?.(answer, call)
      if (altered) answers++
      return altered && answers % 2 === 1 ? altered : undefined
    },
  }
}

/** DR22: a required field is left out now and then: by `response_model_exclude_defaults`, or by some records. */
const sometimesAbsent: Operator = {
  driftId: 'DR22',
  sites: (operation, { schemas }) =>
    answerPlaces(operation, schemas)
      .filter(place => isProperty(place) && place.isRequired)
      .map((place): Site => {
        const often = () =>
          isOfList(place) ? changeBody(place, () => gone, 'one') : everySecond(changeBody(place, () => gone))
        const byDefault = () => changeBody(place, withoutDefault)
        const ways = hasDefault(place) ? [often, byDefault] : [often]
        return { place: `${place.status}:${place.pointer}`, ways }
      }),
}

/** DR26: null in the place of a value that is always there, as rows have it. */
const nulls: Operator = {
  driftId: 'DR26',
  sites: bodySites(
    place => isProperty(place) && !place.isNullable,
    place => [
      changeBody(place, () => null),
      ...(isOfList(place) ? [changeBody(place, () => null, 'one')] : []),
    ],
  ),
}

export const sparseValueOperators: readonly Operator[] = [sometimesAbsent, nulls]
