import { isObject } from '../../../scripts/lib/json'
import { type AnswerPlace, answerPlaces, hasType } from '../answer-places'
import { type Change, gone } from '../json-places'
import { type Operator, siteOf } from '../mutant'
import { bodySites, changeBody } from './fields'

const isList = (place: AnswerPlace) => hasType(place, 'array')

/** DR32: a list comes in an envelope. */
const enveloped: Operator = {
  driftId: 'DR32',
  sites: bodySites(isList, place => {
    const changes: Change[] = [
      items => ({ items, total: Array.isArray(items) ? items.length : 0 }),
      results => ({ count: 1, next: null, results }),
      data => ({ data }),
    ]
    return changes.map(change => changeBody(place, change))
  }),
}

/** DR33: an object comes as a text or a number. */
const flattened: Operator = {
  driftId: 'DR33',
  sites: bodySites(
    place => hasType(place, 'object'),
    place => {
      const changes: Change[] = [
        value => JSON.stringify(value),
        value => (isObject(value) ? (value.id ?? 'ok') : 'ok'),
      ]
      return changes.map(change => changeBody(place, change))
    },
  ),
}

/** DR34: one record is bad where the others are right. */
const oneItemBad: Operator = {
  driftId: 'DR34',
  sites: (operation, { schemas }) => {
    const places = answerPlaces(operation, schemas)
    return places.filter(isList).map(list => {
      const item = { ...list, pointer: `${list.pointer}/*` }
      const required = places.filter(one => one.parent === item.pointer && one.isRequired)
      const damages = required.flatMap(({ pointer }) => [
        changeBody({ ...list, pointer }, () => gone, 'one'),
        changeBody({ ...list, pointer }, () => null, 'one'),
      ])
      const ways = damages.length > 0 ? damages : [changeBody(item, () => null, 'one')]
      return siteOf(`${list.status}:${item.pointer}`, ...ways)
    })
  },
}

export const shapeOperators: readonly Operator[] = [enveloped, flattened, oneItemBad]
