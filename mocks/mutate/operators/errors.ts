import type { Operation } from '../../../scripts/lib/operation'
import { type BufferedResponse, createSite, type Operator, type Site } from '../mutant'
import { getDetail, isSuccess, jsonResponse, parseJson, withJson, withStatus, withText } from '../responses'

const errorsOf = ({ responses }: Operation) => responses.filter(({ status }) => status >= 400)

function errorSites(
  operation: Operation,
  variantsOf: (status: number) => readonly ((response: BufferedResponse) => BufferedResponse)[],
): Site[] {
  return errorsOf(operation)
    .map(({ status }) => ({ status, variants: variantsOf(status) }))
    .filter(({ variants }) => variants.length > 0)
    .map(({ status, variants }) =>
      createSite(
        String(status),
        ...variants.map(variant => ({
          after: (response: BufferedResponse) => (response.status === status ? variant(response) : undefined),
        })),
      ),
    )
}

const undocumented: Operator = {
  driftId: 'DR42',
  sites: operation => {
    const known = operation.responses.map(({ status }) => status)
    const others = [400, 403, 404, 406, 410, 418].filter(status => !known.includes(status)).slice(0, 2)
    return errorSites(operation, () =>
      others.map(other => (response: BufferedResponse) => withStatus(response, other)),
    )
  },
}

const anotherDocumented: Operator = {
  driftId: 'DR43',
  sites: operation => {
    const known = errorsOf(operation).map(({ status }) => status)
    return errorSites(operation, status =>
      known
        .filter(other => other !== status)
        .map(other => (response: BufferedResponse) => withStatus(response, other)),
    )
  },
}

/** DR45: the server fails where it should succeed. */
const broken: Operator = {
  driftId: 'DR45',
  sites: ({ responses }) => {
    const page = withText(jsonResponse(500, ''), 'Internal Server Error', 'text/plain; charset=utf-8')
    const isDocumented = responses.some(({ status }) => status === 500)
    const bodies = [page, ...(isDocumented ? [jsonResponse(500, { detail: 'common' })] : [])]
    return [
      createSite(
        'success',
        ...bodies.map(one => ({
          after: (response: BufferedResponse) => (isSuccess(response) ? one : undefined),
        })),
      ),
    ]
  },
}

const otherShape: Operator = {
  driftId: 'DR46',
  sites: operation =>
    errorSites(operation, () => {
      const shapes = [
        (text: string) => ({ message: text }),
        (text: string) => ({ error: { code: 1, text } }),
        (text: string) => ({ detail: { text } }),
      ]
      return shapes.map(
        shape => (response: BufferedResponse) => withJson(response, shape(getDetail(response) ?? 'error')),
      )
    }),
}

/** DR47: each detail of the contract replaced by unknown ones. */
const otherDetail: Operator = {
  driftId: 'DR47',
  sites: operation =>
    errorsOf(operation).flatMap(({ status, details = [] }) =>
      details.map(detail => {
        const words = ['Task does not exist', 'Something went wrong', `Error: ${detail} (code 17)`]
        const change = (text: string) => (response: BufferedResponse) => {
          const isIt = response.status === status && getDetail(response) === detail
          return isIt ? withJson(response, { ...Object(parseJson(response)), detail: text }) : undefined
        }
        return createSite(`${status}:${detail}`, ...words.map(text => ({ after: change(text) })))
      }),
    ),
}

const otherValidation: Operator = {
  driftId: 'DR49',
  sites: operation =>
    errorsOf(operation)
      .filter(({ status }) => status === 422)
      .map(({ status }) => {
        const shapes = [
          { errors: { field: ['Invalid'] } },
          { detail: { field: 'Invalid' } },
          { detail: [{ field: 'x' }] },
        ]
        const variants = shapes.map(shape => ({
          after: (response: BufferedResponse) =>
            response.status === status ? withJson(response, shape) : undefined,
        }))
        return createSite(String(status), ...variants)
      }),
}

export const errorOperators: readonly Operator[] = [
  undocumented,
  anotherDocumented,
  broken,
  otherShape,
  otherDetail,
  otherValidation,
]
