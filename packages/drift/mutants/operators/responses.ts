import type { Operation, OperationResponse } from '../../../contract/operation'
import { type BufferedResponse, createSite, type Drift, type Operators, type Site } from '../mutant'
import {
  getDetail,
  isSuccess,
  jsonResponse,
  parseJson,
  successResponse,
  withHeader,
  withJson,
  withStatus,
  withText,
} from '../responses'

type Alter = (response: BufferedResponse) => BufferedResponse | undefined

const ofStatus = (status: number, ...changes: readonly Alter[]): Drift[] =>
  changes.map(change => ({
    after: response => (response.status === status ? change(response) : undefined),
  }))

/** A site for each chosen response of an operation that can drift. */
const responseSites =
  (
    isChosen: (response: OperationResponse) => boolean,
    getChanges: (response: OperationResponse, operation: Operation) => readonly Alter[],
  ) =>
  (operation: Operation): Site[] =>
    operation.responses.filter(isChosen).flatMap(response => {
      const changes = getChanges(response, operation)
      const { status } = response
      return changes.length > 0 ? [createSite(String(status), ...ofStatus(status, ...changes))] : []
    })

const isError = ({ status }: OperationResponse) => status >= 400
const isJsonSuccess = ({ status, kind }: OperationResponse) => status < 300 && kind === 'json'
const isEmptySuccess = ({ status, kind }: OperationResponse) => status < 300 && kind === 'empty'

const nothing = new Uint8Array()
const signInPage =
  '<!doctype html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>'

/** Keeps the headers, cookies included, with another status and JSON value. */
function reply(response: BufferedResponse, status: number, value: unknown): BufferedResponse {
  return withJson(withHeader({ ...response, status }, 'content-type', 'application/json'), value)
}

/** The response with another detail if it has this one. */
const replaceDetail =
  (detail: string, text: string): Alter =>
  response =>
    getDetail(response) === detail
      ? withJson(response, { ...Object(parseJson(response)), detail: text })
      : undefined

function errorsByDetail({ responses }: Operation): { status: number; detail?: string }[] {
  return responses
    .filter(isError)
    .flatMap(({ status, details = [] }) =>
      details.length === 0 ? [{ status }] : details.map(detail => ({ status, detail })),
    )
}

/** A site for each documented detail; `textsOf` gives what replaces it. */
const detailSites =
  (textsOf: (detail: string) => readonly string[]) =>
  (operation: Operation): Site[] =>
    errorsByDetail(operation).flatMap(({ status, detail }) =>
      detail === undefined
        ? []
        : [
            createSite(
              `${status}:${detail}`,
              ...ofStatus(status, ...textsOf(detail).map(text => replaceDetail(detail, text))),
            ),
          ],
    )

export const responseOperators: Operators = {
  DR37: responseSites(isJsonSuccess, () => [response => ({ ...response, body: nothing })]),
  /** Not JSON: a page, cut short, or not a number. */
  DR38: responseSites(isJsonSuccess, () => [
    response => withText(response, signInPage),
    response => ({ ...response, body: response.body.slice(0, -2) }),
    response => withText(response, '{"value": NaN}'),
  ]),
  /** A handler returns nothing where an object is expected, or FastAPI's `null` where nothing is. */
  DR39: responseSites(
    response => isJsonSuccess(response) || isEmptySuccess(response),
    ({ kind, status }) => [response => reply(response, kind === 'json' ? status : 200, null)],
  ),

  DR40: responseSites(
    ({ status }) => status < 300,
    ({ status }) => [response => withStatus(response, status === 200 ? 201 : 202)],
  ),
  /** Without `status_code=204` the handler returns a body. */
  DR41: responseSites(isEmptySuccess, () =>
    [{ ok: true }, { detail: 'Success' }, {}, 'ok'].map(value => response => reply(response, 200, value)),
  ),
  /** An undocumented status. */
  DR42: responseSites(isError, (_, { responses }) => {
    const known = responses.map(({ status }) => status)
    const others = [400, 403, 404, 406, 410, 418].filter(status => !known.includes(status)).slice(0, 2)
    return others.map(other => response => withStatus(response, other))
  }),
  /** Another documented status. */
  DR43: responseSites(isError, ({ status }, { responses }) =>
    responses
      .filter(other => isError(other) && other.status !== status)
      .map(other => response => withStatus(response, other.status)),
  ),
  /** The error is returned instead of raised, or its check is gone. */
  DR44: operation =>
    errorsByDetail(operation)
      // Missing authentication and missing validation are separate classes.
      .filter(({ status }) => status !== 422 && (status !== 401 || operation.security === 'none'))
      .map(({ status, detail }) => {
        const isIt = (response: BufferedResponse) => detail === undefined || getDetail(response) === detail
        const drifts = ofStatus(
          status,
          response => (isIt(response) ? { ...response, status: 200 } : undefined),
          response => (isIt(response) ? successResponse(operation) : undefined),
        )
        return createSite([status, detail].filter(Boolean).join(':'), ...drifts)
      }),
  /** The server fails where it should succeed. */
  DR45: ({ responses }) => {
    const page = withText(jsonResponse(500, ''), 'Internal Server Error', 'text/plain; charset=utf-8')
    const isDocumented = responses.some(({ status }) => status === 500)
    const failures = [page, ...(isDocumented ? [jsonResponse(500, { detail: 'common' })] : [])]
    const drifts = failures.map(
      (failure): Drift => ({ after: response => (isSuccess(response) ? failure : undefined) }),
    )
    return [createSite('success', ...drifts)]
  },
  /** Another shape of errors. */
  DR46: responseSites(isError, () =>
    [
      (text: string) => ({ message: text }),
      (text: string) => ({ error: { code: 1, text } }),
      (text: string) => ({ detail: { text } }),
    ].map(shape => response => withJson(response, shape(getDetail(response) ?? 'error'))),
  ),
  /** Each detail replaced by unknown ones. */
  DR47: detailSites(detail => ['Task does not exist', 'Something went wrong', `Error: ${detail} (code 17)`]),
  /** Each detail in another spelling. */
  DR48: detailSites(detail => {
    const first = detail.slice(0, 1)
    const flipped = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()
    return [
      flipped + detail.slice(1),
      `${detail}.`,
      detail.replaceAll(' ', '_').toUpperCase(),
      detail.slice(0, -2) + detail.slice(-1),
    ]
  }),
  /** Another shape of validation errors. */
  DR49: responseSites(
    ({ status }) => status === 422,
    () =>
      [
        { errors: { field: ['Invalid'] } },
        { detail: { field: 'Invalid' } },
        { detail: [{ field: 'x' }] },
      ].map(shape => response => withJson(response, shape)),
  ),
  /** The proxy, or a handler for pages, answers instead of the application. */
  DR50: responseSites(isError, ({ status }) => {
    const page = `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>nginx/1.25.3</center>\r\n</body>\r\n</html>\r\n`
    return [
      response => withText(response, page, 'text/html'),
      response => withText(response, getDetail(response) ?? 'Error', 'text/plain; charset=utf-8'),
      response => withText(response, '', 'text/html; charset=utf-8'),
    ]
  }),
  /** Another media type. */
  DR51: responseSites(
    ({ status, kind }) => status < 300 && kind !== 'empty',
    ({ kind }) =>
      (kind === 'json'
        ? ['text/plain; charset=utf-8', 'text/html']
        : ['application/x-openvpn-profile', 'text/plain']
      ).map(type => response => withHeader(response, 'content-type', type)),
  ),
  /** `Response(content)` without a media type. */
  DR52: responseSites(
    ({ kind }) => kind !== 'empty',
    () => [response => withHeader(response, 'content-type', undefined)],
  ),
  /** The browser has no name to save the file under. */
  DR53: ({ responses }) =>
    responses
      .filter(({ headers }) => headers.some(({ name }) => name === 'content-disposition'))
      .flatMap(({ status }) =>
        Object.entries({ missing: undefined, inline: 'inline', nameless: 'attachment' }).map(
          ([location, value]) =>
            createSite(
              `${status}:${location}`,
              ...ofStatus(status, response => withHeader(response, 'content-disposition', value)),
            ),
        ),
      ),
  /** A middleware or a proxy lets caches store what is for one user. */
  DR67: ({ method, security, responses }) =>
    method !== 'get' || security !== 'bearer'
      ? []
      : responses
          .filter(({ status }) => status < 300)
          .map(({ status }) =>
            createSite(
              `${status}:caching`,
              ...ofStatus(
                status,
                response => withHeader(response, 'cache-control', 'public, max-age=60'),
                response => withHeader(response, 'cache-control', 's-maxage=600'),
                response => withHeader(response, 'age', '45'),
              ),
            ),
          ),
  /** The file comes as text inside JSON. */
  DR54: responseSites(
    ({ kind }) => kind === 'binary',
    ({ status }) => [
      response =>
        reply(response, status, {
          content: Buffer.from(response.body).toString('base64'),
          filename: 'flagship.ovpn',
        }),
      response => reply(response, status, new TextDecoder().decode(response.body)),
      response => jsonResponse(response.status, { url: 'https://files.example.com/flagship.ovpn' }),
    ],
  ),
}
