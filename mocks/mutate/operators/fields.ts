import { isObject } from '../../../scripts/lib/json'
import type { Contract } from '../../../scripts/lib/load-contract'
import type { Operation } from '../../../scripts/lib/operation'
import { type Change, camelCase, changeAt, changeLastAt, REMOVED, renameKey } from '../change-at'
import { createSite, type Drift, type Operator, type Site } from '../mutant'
import { hasType, type ResponseLocation, responseLocations } from '../response-locations'
import { parseJson, withJson } from '../responses'

export function changeBody(
  { status, pointer }: ResponseLocation,
  change: Change,
  reach: 'all' | 'one' = 'all',
): Drift {
  const apply = reach === 'all' ? changeAt : changeLastAt
  return {
    after: response => {
      if (response.status !== status) return undefined
      const before = parseJson(response)
      if (before === undefined) return undefined
      const after = apply(before, pointer, change)
      return after === before ? undefined : withJson(response, after)
    },
  }
}

export function bodySites(
  isChosen: (location: ResponseLocation) => boolean,
  variantsOf: (location: ResponseLocation) => readonly Drift[],
): (operation: Operation, contract: Contract) => Site[] {
  return (operation, { schemas }) =>
    responseLocations(operation, schemas)
      .filter(isChosen)
      .map(location => createSite(`${location.status}:${location.pointer}`, ...variantsOf(location)))
}

const remove: Change = () => REMOVED
const isProperty = ({ parent }: ResponseLocation) => parent !== null

const requiredRemoved: Operator = {
  driftId: 'DR21',
  sites: bodySites(
    location => isProperty(location) && location.isRequired,
    location => [changeBody(location, remove)],
  ),
}

const optionalGone: Operator = {
  driftId: 'DR23',
  sites: bodySites(
    location => isProperty(location) && !location.isRequired,
    location => [changeBody(location, remove)],
  ),
}

const renamed: Operator = {
  driftId: 'DR24',
  sites: bodySites(isProperty, location =>
    [camelCase(location.name), `${location.name}_new`].map(other =>
      changeBody({ ...location, pointer: location.parent ?? '' }, value =>
        renameKey(value, location.name, other),
      ),
    ),
  ),
}

/** Fields that a server exposes when it serializes its database rows. */
const leaks: Record<string, unknown> = {
  password_hash: '$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA',
  flag_answers: ['flag{leaked}'],
  is_deleted: false,
}

const undocumented: Operator = {
  driftId: 'DR35',
  sites: bodySites(
    location => hasType(location, 'object'),
    location =>
      Object.entries(leaks).map(([name, leak]) =>
        changeBody(location, value => (isObject(value) ? { ...value, [name]: leak } : value)),
      ),
  ),
}

export const fieldOperators: readonly Operator[] = [requiredRemoved, optionalGone, renamed, undocumented]
