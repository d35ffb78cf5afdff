import type { Operation, OperationResponse } from '../../../scripts/lib/operation'
import { withHeader, withStatus, withText } from '../answered'
import { type Answered, type Drift, type Operator, type Site, siteOf } from '../mutant'

const nothing = new Uint8Array()
const page = '<!doctype html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>'

/** One site for each answer of success that is chosen. */
function successSites(
  isChosen: (response: OperationResponse) => boolean,
  waysOf: (response: OperationResponse) => readonly ((answer: Answered) => Answered)[],
): (operation: Operation) => Site[] {
  return ({ responses }) =>
    responses
      .filter(response => response.status < 300 && isChosen(response))
      .map(response => {
        const { status } = response
        const ways = waysOf(response).map(
          (change): Drift => ({ alter: answer => (answer.status === status ? change(answer) : undefined) }),
        )
        return siteOf(String(status), ...ways)
      })
}

const isJson = ({ kind }: OperationResponse) => kind === 'json'

const empty: Operator = {
  driftId: 'DR37',
  sites: successSites(isJson, () => [answer => ({ ...answer, body: nothing })]),
}

const cutShort = (answer: Answered) => ({ ...answer, body: answer.body.slice(0, -2) })
const withNotANumber = (answer: Answered) => withText(answer, '{"value": NaN}')

const notJson: Operator = {
  driftId: 'DR38',
  sites: successSites(isJson, () => [answer => withText(answer, page), cutShort, withNotANumber]),
}

const otherStatus: Operator = {
  driftId: 'DR40',
  sites: successSites(
    () => true,
    ({ status }) => [answer => withStatus(answer, status === 200 ? 201 : 202)],
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
      ).map(type => (answer: Answered) => withHeader(answer, 'content-type', type)),
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
          ([place, value]) =>
            siteOf(`${status}:${place}`, {
              alter: answer =>
                answer.status === status ? withHeader(answer, 'content-disposition', value) : undefined,
            }),
        ),
      ),
}

export const bodyOperators: readonly Operator[] = [empty, notJson, otherStatus, otherMedia, noFileName]
