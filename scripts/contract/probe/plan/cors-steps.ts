import { getHeader } from '../../../lib/validator/exchange'
import type { ProbeContext } from '../probe-context'
import { requireValue } from '../probe-errors'
import type { Step } from '../step'

/** What a browser sends in the preflight of the client's requests. */
const REQUESTED = { method: 'PATCH', headers: 'authorization, content-type' }

function originOf(probe: ProbeContext): string {
  return requireValue(probe.options.values.clientOrigin, 'value clientOrigin: the client has the same origin')
}

/** Only needed if the client has another origin than the server. */
export const corsSteps: readonly Step[] = [
  {
    name: 'preflight: of the client’s origin',
    operations: ['updateUsername'],
    isOwnSession: true,
    run: async probe => {
      const origin = originOf(probe)
      const seen = await probe.preflight('updateUsername', {
        origin,
        'access-control-request-method': REQUESTED.method,
        'access-control-request-headers': REQUESTED.headers,
      })
      const header = (name: string) => getHeader(seen.response?.headers ?? [], `access-control-${name}`)
      const wrong = wrongsOf(origin, header)
      const status = seen.response?.status ?? 0
      if (status < 200 || status > 299) wrong.push(`it is answered ${status}`)
      if (!lists(header('allow-methods'), REQUESTED.method))
        wrong.push(`Allow-Methods does not name ${REQUESTED.method}`)
      for (const name of REQUESTED.headers.split(', '))
        if (!lists(header('allow-headers'), name)) wrong.push(`Allow-Headers does not name ${name}`)
      if (wrong.length > 0)
        probe.reportGlobal(
          'DR66',
          'preflight',
          `The preflight of ${origin} must succeed: ${wrong.join('; ')}.`,
          seen,
        )
    },
  },
  {
    name: 'listGroups: from the client’s origin',
    operations: ['listGroups'],
    run: async probe => {
      const origin = originOf(probe)
      const auth = { user: probe.user('student') }
      const headers = { origin }
      const { exchange } = await probe.request({
        operationId: 'listGroups',
        call: {},
        auth,
        expected: [[200]],
        headers,
      })
      const wrong = wrongsOf(origin, name =>
        getHeader(exchange.response?.headers ?? [], `access-control-${name}`),
      )
      if (wrong.length > 0)
        probe.reportGlobal(
          'DR66',
          'answers',
          `Pages of ${origin} must be able to read answers: ${wrong.join('; ')}.`,
          exchange,
        )
    },
  },
]

function wrongsOf(origin: string, header: (name: string) => string | undefined): string[] {
  const wrong: string[] = []
  if (header('allow-origin') !== origin) wrong.push(`Allow-Origin is ${header('allow-origin') ?? 'absent'}`)
  if (header('allow-credentials') !== 'true')
    wrong.push('Allow-Credentials is not true, so the refresh cookie is not sent')
  return wrong
}

function lists(value: string | undefined, name: string): boolean {
  return value?.split(',').some(part => part.trim().toLowerCase() === name.toLowerCase()) ?? false
}
