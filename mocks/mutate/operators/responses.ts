import type { Operation, OperationResponse } from '../../../scripts/lib/operation'
import { type BufferedResponse, createSite, type Drift, type Operator, type Site } from '../mutant'
import { getDetail, jsonResponse, parseJson, withHeader, withJson, withText } from '../responses'
import { successResponse } from '../success-response'

const decoder = new TextDecoder()
const isSuccess = ({ status }: OperationResponse) => status < 300

function ofStatus(
  status: number,
  ...variants: readonly ((response: BufferedResponse) => BufferedResponse | undefined)[]
): Drift[] {
  return variants.map(variant => ({
    after: response => (response.status === status ? variant(response) : undefined),
  }))
}

function responseSites(
  isChosen: (response: OperationResponse) => boolean,
  variantsOf: (response: OperationResponse) => readonly ((response: BufferedResponse) => BufferedResponse)[],
): (operation: Operation) => Site[] {
  return ({ responses }) =>
    responses
      .filter(isChosen)
      .map(response =>
        createSite(String(response.status), ...ofStatus(response.status, ...variantsOf(response))),
      )
}

/** Keeps the headers, cookies included, with another status and JSON value. */
function reply(response: BufferedResponse, status: number, value: unknown): BufferedResponse {
  const typed = withHeader({ ...response, status }, 'content-type', 'application/json')
  return withJson(typed, value)
}

/** DR39: a handler returns nothing where an object is expected, or FastAPI's `null` where nothing is. */
const nullBody: Operator = {
  driftId: 'DR39',
  sites: responseSites(
    response => isSuccess(response) && (response.kind === 'json' || response.kind === 'empty'),
    ({ kind, status }) => [response => reply(response, kind === 'json' ? status : 200, null)],
  ),
}

/** DR41: without `status_code=204` the handler returns a body. */
const bodyAdded: Operator = {
  driftId: 'DR41',
  sites: responseSites(
    response => isSuccess(response) && response.kind === 'empty',
    () =>
      [{ ok: true }, { detail: 'Success' }, {}, 'ok'].map(
        value => (response: BufferedResponse) => reply(response, 200, value),
      ),
  ),
}

function errorsByDetail({ responses }: Operation): { status: number; detail?: string }[] {
  return responses
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, details = [] }) =>
      details.length === 0 ? [{ status }] : details.map(detail => ({ status, detail })),
    )
}

/** DR44: the error is returned instead of raised, or its check is gone. */
const errorSucceeds: Operator = {
  driftId: 'DR44',
  sites: operation =>
    errorsByDetail(operation)
      // Missing authentication and missing validation are separate classes.
      .filter(({ status }) => status !== 422 && (status !== 401 || operation.security === 'none'))
      .map(({ status, detail }) => {
        const isIt = (response: BufferedResponse) => detail === undefined || getDetail(response) === detail
        const variants = ofStatus(
          status,
          response => (isIt(response) ? { ...response, status: 200 } : undefined),
          response => (isIt(response) ? successResponse(operation) : undefined),
        )
        return createSite([status, detail].filter(Boolean).join(':'), ...variants)
      }),
}

/** DR48: each detail in another spelling. */
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
      const variants = spellings.map(text => (response: BufferedResponse) => {
        const isIt = getDetail(response) === detail
        return isIt ? withJson(response, { ...Object(parseJson(response)), detail: text }) : undefined
      })
      return [createSite(`${status}:${detail}`, ...ofStatus(status, ...variants))]
    }),
}

/** DR50: the proxy, or a handler for pages, answers instead of the application. */
const errorPage: Operator = {
  driftId: 'DR50',
  sites: responseSites(
    ({ status }) => status >= 400,
    ({ status }) => {
      const page = `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>nginx/1.25.3</center>\r\n</body>\r\n</html>\r\n`
      return [
        response => withText(response, page, 'text/html'),
        response => withText(response, getDetail(response) ?? 'Error', 'text/plain; charset=utf-8'),
        response => withText(response, '', 'text/html; charset=utf-8'),
      ]
    },
  ),
}

/** DR52: `Response(content)` without a media type. */
const typeless: Operator = {
  driftId: 'DR52',
  sites: responseSites(
    ({ kind }) => kind !== 'empty',
    () => [response => withHeader(response, 'content-type', undefined)],
  ),
}

/** DR54: the file comes as text inside JSON. */
const fileInJson: Operator = {
  driftId: 'DR54',
  sites: responseSites(
    ({ kind }) => kind === 'binary',
    ({ status }) => {
      const base64 = ({ body }: BufferedResponse) => Buffer.from(body).toString('base64')
      return [
        response => reply(response, status, { content: base64(response), filename: 'flagship.ovpn' }),
        response => reply(response, status, decoder.decode(response.body)),
        response => jsonResponse(response.status, { url: 'https://files.example.com/flagship.ovpn' }),
      ]
    },
  ),
}

export const responseOperators: readonly Operator[] = [
  nullBody,
  bodyAdded,
  errorSucceeds,
  otherSpelling,
  errorPage,
  typeless,
  fileInJson,
]
