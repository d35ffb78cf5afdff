import type { Operation, OperationResponse } from '../../../scripts/lib/operation'
import { type BufferedResponse, createSite, type Drift, type Operator, type Site } from '../mutant'
import { withHeader, withStatus, withText } from '../responses'

const nothing = new Uint8Array()
const page = '<!doctype html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>'

function successSites(
  isChosen: (response: OperationResponse) => boolean,
  variantsOf: (response: OperationResponse) => readonly ((response: BufferedResponse) => BufferedResponse)[],
): (operation: Operation) => Site[] {
  return ({ responses }) =>
    responses
      .filter(response => response.status < 300 && isChosen(response))
      .map(response => {
        const { status } = response
        const variants = variantsOf(response).map(
          (change): Drift => ({
            after: response => (response.status === status ? change(response) : undefined),
          }),
        )
        return createSite(String(status), ...variants)
      })
}

const isJson = ({ kind }: OperationResponse) => kind === 'json'

const empty: Operator = {
  driftId: 'DR37',
  sites: successSites(isJson, () => [response => ({ ...response, body: nothing })]),
}

const cutShort = (response: BufferedResponse) => ({ ...response, body: response.body.slice(0, -2) })
const withNotANumber = (response: BufferedResponse) => withText(response, '{"value": NaN}')

const notJson: Operator = {
  driftId: 'DR38',
  sites: successSites(isJson, () => [response => withText(response, page), cutShort, withNotANumber]),
}

const otherStatus: Operator = {
  driftId: 'DR40',
  sites: successSites(
    () => true,
    ({ status }) => [response => withStatus(response, status === 200 ? 201 : 202)],
  ),
}

const otherMedia: Operator = {
  driftId: 'DR51',
  sites: successSites(
    ({ kind }) => kind !== 'empty',
    ({ kind }) =>
      (kind === 'json'
        ? ['text/plain; charset=utf-8', 'text/html']
        : ['application/x-openvpn-profile', 'text/plain']
      ).map(type => (response: BufferedResponse) => withHeader(response, 'content-type', type)),
  ),
}

/** DR53: the browser has no name to save the file under. */
const noFileName: Operator = {
  driftId: 'DR53',
  sites: ({ responses }) =>
    responses
      .filter(({ headers }) => headers.some(({ name }) => name === 'content-disposition'))
      .flatMap(({ status }) =>
        Object.entries({ missing: undefined, inline: 'inline', nameless: 'attachment' }).map(
          ([location, value]) =>
            createSite(`${status}:${location}`, {
              after: response =>
                response.status === status ? withHeader(response, 'content-disposition', value) : undefined,
            }),
        ),
      ),
}

export const bodyOperators: readonly Operator[] = [empty, notJson, otherStatus, otherMedia, noFileName]
