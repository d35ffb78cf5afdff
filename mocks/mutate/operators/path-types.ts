import { jsonAnswer, refusal } from '../answered'
import { type Answered, type Operator, siteOf } from '../mutant'
import { requestPlaces } from '../request-places'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const notFound = () => jsonAnswer(404, { detail: 'Not Found' })

/** DR06: an identifier of the path is of another type: by the type of the argument, or by a converter of the route. */
const otherPathType: Operator = {
  driftId: 'DR06',
  sites: (operation, { schemas }) =>
    requestPlaces(operation, schemas)
      .filter(place => place.in === 'path')
      .map(({ name, place, flat }) => {
        const isNumber = flat.types?.includes('integer') ?? false
        const unlessMatching = (pattern: RegExp, refuse: () => Answered) => ({
          before: ({ params }: { params: Readonly<Record<string, string>> }) =>
            pattern.test(params[name] ?? '') ? undefined : refuse(),
        })
        const loc = ['path', name]
        const asUuid = () => refusal(loc, 'Input should be a valid UUID, invalid character', 'uuid_parsing')
        const asNumber = () => refusal(loc, 'Input should be a valid integer', 'int_parsing')
        return isNumber
          ? siteOf(place, unlessMatching(uuid, asUuid), unlessMatching(uuid, notFound))
          : siteOf(place, unlessMatching(/^\d+$/, asNumber), unlessMatching(uuid, asUuid))
      }),
}

export const pathTypeOperators: readonly Operator[] = [otherPathType]
