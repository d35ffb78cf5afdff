import { type Change, REMOVED } from '../change-at'
import type { Drift, Operator, Site } from '../mutant'
import { hasType, type ResponseLocation, responseLocations } from '../response-locations'
import { bodySites, changeBody } from './fields'

const isProperty = ({ parent }: ResponseLocation) => parent !== null
const isOfList = ({ pointer }: ResponseLocation) => pointer.includes('/*')

/** Whether the contract allows the value that a model would have by default. */
function hasDefault(location: ResponseLocation): boolean {
  const { limits } = location.flat
  if (hasType(location, 'integer') || hasType(location, 'number')) return (limits.minimum ?? 0) <= 0
  return hasType(location, 'boolean') || (hasType(location, 'array') && (limits.minItems ?? 0) === 0)
}

const isDefault = (value: unknown) =>
  value === 0 || value === false || (Array.isArray(value) && value.length === 0)
const withoutDefault: Change = value => (isDefault(value) ? REMOVED : value)

/** Two versions of the server take turns during a rollout. */
function everySecond(drift: Drift): Drift {
  let count = 0
  return {
    after: (response, call) => {
      const altered = drift.after?.(response, call)
      if (altered) count++
      return altered && count % 2 === 1 ? altered : undefined
    },
  }
}

/** DR22: a required field is sometimes absent: by `response_model_exclude_defaults`, or in some records. */
const sometimesAbsent: Operator = {
  driftId: 'DR22',
  sites: (operation, { schemas }) =>
    responseLocations(operation, schemas)
      .filter(location => isProperty(location) && location.isRequired)
      .map((location): Site => {
        const often = () =>
          isOfList(location)
            ? changeBody(location, () => REMOVED, 'one')
            : everySecond(changeBody(location, () => REMOVED))
        const byDefault = () => changeBody(location, withoutDefault)
        const variants = hasDefault(location) ? [often, byDefault] : [often]
        return { location: `${location.status}:${location.pointer}`, variants }
      }),
}

/** DR26: null where the contract has a value. */
const nulls: Operator = {
  driftId: 'DR26',
  sites: bodySites(
    location => isProperty(location) && !location.isNullable,
    location => [
      changeBody(location, () => null),
      ...(isOfList(location) ? [changeBody(location, () => null, 'one')] : []),
    ],
  ),
}

export const sparseValueOperators: readonly Operator[] = [sometimesAbsent, nulls]
