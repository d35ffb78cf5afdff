import { headerOf } from '../../../lib/judge/exchange'
import { found } from '../probe-errors'
import type { Scene } from '../scene'
import type { Step } from '../step'

/** What the client's requests make a browser ask for beforehand. */
const asked = { method: 'PATCH', headers: 'authorization, content-type' }

function originOf(scene: Scene): string {
  return found(scene.options.values.clientOrigin, 'value clientOrigin: the client stands at the same origin')
}

/** A client at another origin needs these; one behind the same origin needs none. */
export const corsSteps: readonly Step[] = [
  {
    name: 'preflight: of the client’s origin',
    operations: ['updateUsername'],
    isOwnSession: true,
    run: async scene => {
      const origin = originOf(scene)
      const seen = await scene.preflight('updateUsername', {
        origin,
        'access-control-request-method': asked.method,
        'access-control-request-headers': asked.headers,
      })
      const header = (name: string) => headerOf(seen.response?.headers ?? [], `access-control-${name}`)
      const wrong = wrongsOf(origin, header)
      const status = seen.response?.status ?? 0
      if (status < 200 || status > 299) wrong.push(`it is answered ${status}`)
      if (!lists(header('allow-methods'), asked.method))
        wrong.push(`Allow-Methods does not name ${asked.method}`)
      for (const name of asked.headers.split(', '))
        if (!lists(header('allow-headers'), name)) wrong.push(`Allow-Headers does not name ${name}`)
      if (wrong.length > 0)
        scene.observeAnywhere(
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
    run: async scene => {
      const origin = originOf(scene)
      const by = { person: scene.person('student') }
      const headers = { origin }
      const { exchange } = await scene.ask({
        operationId: 'listGroups',
        call: {},
        by,
        answers: [[200]],
        headers,
      })
      const wrong = wrongsOf(origin, name =>
        headerOf(exchange.response?.headers ?? [], `access-control-${name}`),
      )
      if (wrong.length > 0)
        scene.observeAnywhere(
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
