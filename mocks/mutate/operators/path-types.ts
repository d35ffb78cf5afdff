import { type BufferedResponse, createSite, type Operator } from '../mutant'
import { requestLocations } from '../request-locations'
import { jsonResponse, validationError } from '../responses'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const notFound = () => jsonResponse(404, { detail: 'Not Found' })

/** DR06: a path parameter has another type, by its annotation or by a converter of the route. */
const otherPathType: Operator = {
  driftId: 'DR06',
  sites: (operation, { schemas }) =>
    requestLocations(operation, schemas)
      .filter(location => location.in === 'path')
      .map(({ name, location, flat }) => {
        const isNumber = flat.types?.includes('integer') ?? false
        const unlessMatching = (pattern: RegExp, refuse: () => BufferedResponse) => ({
          before: ({ params }: { params: Readonly<Record<string, string>> }) =>
            pattern.test(params[name] ?? '') ? undefined : refuse(),
        })
        const loc = ['path', name]
        const asUuid = () =>
          validationError(loc, 'Input should be a valid UUID, invalid character', 'uuid_parsing')
        const asNumber = () => validationError(loc, 'Input should be a valid integer', 'int_parsing')
        return isNumber
          ? createSite(location, unlessMatching(uuid, asUuid), unlessMatching(uuid, notFound))
          : createSite(location, unlessMatching(/^\d+$/, asNumber), unlessMatching(uuid, asUuid))
      }),
}

export const pathTypeOperators: readonly Operator[] = [otherPathType]
