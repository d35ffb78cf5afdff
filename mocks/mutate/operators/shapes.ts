import { isObject } from '../../../scripts/lib/json'
import { type Change, REMOVED } from '../change-at'
import { createSite, type Operator } from '../mutant'
import { hasType, type ResponseLocation, responseLocations } from '../response-locations'
import { bodySites, changeBody } from './fields'

const isList = (location: ResponseLocation) => hasType(location, 'array')

/** DR32: a list is wrapped in an object. */
const enveloped: Operator = {
  driftId: 'DR32',
  sites: bodySites(isList, location => {
    const changes: Change[] = [
      items => ({ items, total: Array.isArray(items) ? items.length : 0 }),
      results => ({ count: 1, next: null, results }),
      data => ({ data }),
    ]
    return changes.map(change => changeBody(location, change))
  }),
}

/** DR33: an object becomes a text or a number. */
const flattened: Operator = {
  driftId: 'DR33',
  sites: bodySites(
    location => hasType(location, 'object'),
    location => {
      const changes: Change[] = [
        value => JSON.stringify(value),
        value => (isObject(value) ? (value.id ?? 'ok') : 'ok'),
      ]
      return changes.map(change => changeBody(location, change))
    },
  ),
}

/** DR34: one list item is invalid. */
const oneItemBad: Operator = {
  driftId: 'DR34',
  sites: (operation, { schemas }) => {
    const locations = responseLocations(operation, schemas)
    return locations.filter(isList).map(list => {
      const item = { ...list, pointer: `${list.pointer}/*` }
      const required = locations.filter(one => one.parent === item.pointer && one.isRequired)
      const damages = required.flatMap(({ pointer }) => [
        changeBody({ ...list, pointer }, () => REMOVED, 'one'),
        changeBody({ ...list, pointer }, () => null, 'one'),
      ])
      const variants = damages.length > 0 ? damages : [changeBody(item, () => null, 'one')]
      return createSite(`${list.status}:${item.pointer}`, ...variants)
    })
  },
}

export const shapeOperators: readonly Operator[] = [enveloped, flattened, oneItemBad]
