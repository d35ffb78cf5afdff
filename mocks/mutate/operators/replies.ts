import type { Operation, OperationResponse } from '../../../scripts/lib/operation'
import { detailOf, jsonAnswer, jsonOf, withHeader, withJson, withText } from '../answered'
import { type Answered, type Drift, type Operator, type Site, siteOf } from '../mutant'
import { successAnswer } from '../success-answer'

const decoder = new TextDecoder()
const isSuccess = ({ status }: OperationResponse) => status < 300

/** Each way for the answers of one status alone. */
function ofStatus(status: number, ...ways: readonly ((answer: Answered) => Answered | undefined)[]): Drift[] {
  return ways.map(way => ({ alter: answer => (answer.status === status ? way(answer) : undefined) }))
}

/** One site for each chosen answer of an operation. */
function answerSites(
  isChosen: (response: OperationResponse) => boolean,
  waysOf: (response: OperationResponse) => readonly ((answer: Answered) => Answered)[],
): (operation: Operation) => Site[] {
  return ({ responses }) =>
    responses
      .filter(isChosen)
      .map(response => siteOf(String(response.status), ...ofStatus(response.status, ...waysOf(response))))
}

/** The same headers, cookies included, over another status and JSON value. */
function reply(answer: Answered, status: number, value: unknown): Answered {
  const typed = withHeader({ ...answer, status }, 'content-type', 'application/json')
  return withJson(typed, value)
}

/** DR39: a handler that returns nothing where an object is due, and FastAPI's own `null` where nothing is. */
const nullBody: Operator = {
  driftId: 'DR39',
  sites: answerSites(
    response => isSuccess(response) && (response.kind === 'json' || response.kind === 'empty'),
    ({ kind, status }) => [answer => reply(answer, kind === 'json' ? status : 200, null)],
  ),
}

/** DR41: `status_code=204` is forgotten, and the handler says something. */
const bodyAdded: Operator = {
  driftId: 'DR41',
  sites: answerSites(
    response => isSuccess(response) && response.kind === 'empty',
    () =>
      [{ ok: true }, { detail: 'Success' }, {}, 'ok'].map(
        value => (answer: Answered) => reply(answer, 200, value),
      ),
  ),
}

/** Details of the errors that an operation documents, with their status; `undefined` for an error without one. */
function errorsByDetail({ responses }: Operation): { status: number; detail?: string }[] {
  return responses
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, details = [] }) =>
      details.length === 0 ? [{ status }] : details.map(detail => ({ status, detail })),
    )
}

/** DR44: the error is returned and not raised, or the check before the deed is gone. */
const errorSucceeds: Operator = {
  driftId: 'DR44',
  sites: operation =>
    errorsByDetail(operation)
      // That nobody is asked who they are is a class of its own, and so is a question that is no longer validated.
      .filter(({ status }) => status !== 422 && (status !== 401 || operation.security === 'none'))
      .map(({ status, detail }) => {
        const isIt = (answer: Answered) => detail === undefined || detailOf(answer) === detail
        const ways = ofStatus(
          status,
          answer => (isIt(answer) ? { ...answer, status: 200 } : undefined),
          answer => (isIt(answer) ? successAnswer(operation) : undefined),
        )
        return siteOf([status, detail].filter(Boolean).join(':'), ...ways)
      }),
}

/** DR48: each detail as somebody else would write it. */
const otherSpelling: Operator = {
  driftId: 'DR48',
  sites: operation =>
    errorsByDetail(operation).flatMap(({ status, detail }) => {
      if (detail === undefined) return []
      const first = detail.slice(0, 1)
      const flipped = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()
      const spellings = [
        flipped + detail.slice(1),
        `${detail}.`,
        detail.replaceAll(' ', '_').toUpperCase(),
        detail.slice(0, -2) + detail.slice(-1),
      ]
      const ways = spellings.map(text => (answer: Answered) => {
        const isIt = detailOf(answer) === detail
        return isIt ? withJson(answer, { ...Object(jsonOf(answer)), detail: text }) : undefined
      })
      return [siteOf(`${status}:${detail}`, ...ofStatus(status, ...ways))]
    }),
}

/** DR50: the proxy, or a handler for pages, answers in the place of the application. */
const errorPage: Operator = {
  driftId: 'DR50',
  sites: answerSites(
    ({ status }) => status >= 400,
    ({ status }) => {
      const page = `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>nginx/1.25.3</center>\r\n</body>\r\n</html>\r\n`
      return [
        answer => withText(answer, page, 'text/html'),
        answer => withText(answer, detailOf(answer) ?? 'Error', 'text/plain; charset=utf-8'),
        answer => withText(answer, '', 'text/html; charset=utf-8'),
      ]
    },
  ),
}

/** DR52: `Response(content)` without a media type. */
const typeless: Operator = {
  driftId: 'DR52',
  sites: answerSites(
    ({ kind }) => kind !== 'empty',
    () => [answer => withHeader(answer, 'content-type', undefined)],
  ),
}

/** DR54: the file comes as text inside of JSON. */
const fileInJson: Operator = {
  driftId: 'DR54',
  sites: answerSites(
    ({ kind }) => kind === 'binary',
    ({ status }) => {
      const base64 = ({ body }: Answered) => Buffer.from(body).toString('base64')
      return [
        answer => reply(answer, status, { content: base64(answer), filename: 'flagship.ovpn' }),
        answer => reply(answer, status, decoder.decode(answer.body)),
        answer => jsonAnswer(answer.status, { url: 'https://files.example.com/flagship.ovpn' }),
      ]
    },
  ),
}

export const replyOperators: readonly Operator[] = [
  nullBody,
  bodyAdded,
  errorSucceeds,
  otherSpelling,
  errorPage,
  typeless,
  fileInJson,
]
