import type { Operation } from '../../../scripts/lib/operation'
import { detailOf, isSuccess, jsonAnswer, jsonOf, withJson, withStatus, withText } from '../answered'
import { type Answered, type Operator, type Site, siteOf } from '../mutant'

const errorsOf = ({ responses }: Operation) => responses.filter(({ status }) => status >= 400)

/** One site for each documented error, which the ways change where it comes. */
function errorSites(
  operation: Operation,
  waysOf: (status: number) => readonly ((answer: Answered) => Answered)[],
): Site[] {
  return errorsOf(operation)
    .map(({ status }) => ({ status, ways: waysOf(status) }))
    .filter(({ ways }) => ways.length > 0)
    .map(({ status, ways }) =>
      siteOf(
        String(status),
        ...ways.map(way => ({
          alter: (answer: Answered) => (answer.status === status ? way(answer) : undefined),
        })),
      ),
    )
}

const undocumented: Operator = {
  driftId: 'DR42',
  sites: operation => {
    const known = operation.responses.map(({ status }) => status)
    const others = [400, 403, 404, 406, 410, 418].filter(status => !known.includes(status)).slice(0, 2)
    return errorSites(operation, () => others.map(other => (answer: Answered) => withStatus(answer, other)))
  },
}

const anotherDocumented: Operator = {
  driftId: 'DR43',
  sites: operation => {
    const known = errorsOf(operation).map(({ status }) => status)
    return errorSites(operation, status =>
      known.filter(other => other !== status).map(other => (answer: Answered) => withStatus(answer, other)),
    )
  },
}

/** DR45: the server breaks where it should succeed. */
const broken: Operator = {
  driftId: 'DR45',
  sites: ({ responses }) => {
    const page = withText(jsonAnswer(500, ''), 'Internal Server Error', 'text/plain; charset=utf-8')
    const isDocumented = responses.some(({ status }) => status === 500)
    const answers = [page, ...(isDocumented ? [jsonAnswer(500, { detail: 'common' })] : [])]
    return [
      siteOf(
        'success',
        ...answers.map(one => ({ alter: (answer: Answered) => (isSuccess(answer) ? one : undefined) })),
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
      return shapes.map(shape => (answer: Answered) => withJson(answer, shape(detailOf(answer) ?? 'error')))
    }),
}

/** DR47: each detail of the contract in words that it does not know. */
const otherDetail: Operator = {
  driftId: 'DR47',
  sites: operation =>
    errorsOf(operation).flatMap(({ status, details = [] }) =>
      details.map(detail => {
        const words = ['Task does not exist', 'Something went wrong', `Error: ${detail} (code 17)`]
        const change = (text: string) => (answer: Answered) => {
          const isIt = answer.status === status && detailOf(answer) === detail
          return isIt ? withJson(answer, { ...Object(jsonOf(answer)), detail: text }) : undefined
        }
        return siteOf(`${status}:${detail}`, ...words.map(text => ({ alter: change(text) })))
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
        const ways = shapes.map(shape => ({
          alter: (answer: Answered) => (answer.status === status ? withJson(answer, shape) : undefined),
        }))
        return siteOf(String(status), ...ways)
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
