import { isObject } from '../../../scripts/lib/json'
import type { Contract } from '../../../scripts/lib/load-contract'
import type { Operation } from '../../../scripts/lib/operation'
import { type AnswerPlace, answerPlaces, hasType } from '../answer-places'
import { jsonOf, withJson } from '../answered'
import { type Change, camelCase, changeAt, changeOneAt, gone, renameKey } from '../json-places'
import { type Drift, type Operator, type Site, siteOf } from '../mutant'

/** A drift of the JSON value at a place of an answer: at every such place, or at one alone. */
export function changeBody(
  { status, pointer }: AnswerPlace,
  change: Change,
  reach: 'all' | 'one' = 'all',
): Drift {
  const apply = reach === 'all' ? changeAt : changeOneAt
  return {
    alter: answer => {
      if (answer.status !== status) return undefined
      const before = jsonOf(answer)
      if (before === undefined) return undefined
      const after = apply(before, pointer, change)
      return after === before ? undefined : withJson(answer, after)
    },
  }
}

/** One site for each place that is chosen. */
export function bodySites(
  isChosen: (place: AnswerPlace) => boolean,
  waysOf: (place: AnswerPlace) => readonly Drift[],
): (operation: Operation, contract: Contract) => Site[] {
  return (operation, { schemas }) =>
    answerPlaces(operation, schemas)
      .filter(isChosen)
      .map(place => siteOf(`${place.status}:${place.pointer}`, ...waysOf(place)))
}

const remove: Change = () => gone
const isProperty = ({ parent }: AnswerPlace) => parent !== null

const requiredRemoved: Operator = {
  driftId: 'DR21',
  sites: bodySites(
    place => isProperty(place) && place.isRequired,
    place => [changeBody(place, remove)],
  ),
}

const optionalGone: Operator = {
  driftId: 'DR23',
  sites: bodySites(
    place => isProperty(place) && !place.isRequired,
    place => [changeBody(place, remove)],
  ),
}

const renamed: Operator = {
  driftId: 'DR24',
  sites: bodySites(isProperty, place =>
    [camelCase(place.name), `${place.name}_new`].map(other =>
      changeBody({ ...place, pointer: place.parent ?? '' }, value => renameKey(value, place.name, other)),
    ),
  ),
}

/** What leaks out of a server that sends its rows as they are. */
const leaks: Record<string, unknown> = {
  password_hash: '$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA',
  flag_answers: ['flag{leaked}'],
  is_deleted: false,
}

const undocumented: Operator = {
  driftId: 'DR35',
  sites: bodySites(
    place => hasType(place, 'object'),
    place =>
      Object.entries(leaks).map(([name, leak]) =>
        changeBody(place, value => (isObject(value) ? { ...value, [name]: leak } : value)),
      ),
  ),
}

export const fieldOperators: readonly Operator[] = [requiredRemoved, optionalGone, renamed, undocumented]
