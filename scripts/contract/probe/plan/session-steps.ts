import { type Person, personOf } from '../person'
import { found } from '../probe-errors'
import type { Scene } from '../scene'
import { type Step, step } from '../step'

/** Another session of the student, so that ending it ends nobody's work. */
async function spareSession(scene: Scene): Promise<Person> {
  const { login } = scene.person('student')
  const { username, password } = found('password' in login ? login : undefined, 'password of the student')
  const { exchange } = await scene.ask({
    operationId: 'login',
    call: { json: { username, password } },
    by: {},
    answers: [[200]],
    because: 'the password is right',
  })
  const spare = found(personOf('student', login, exchange), 'access token in the answer to the login')
  scene.spares.push(spare)
  return spare
}

/** Signs in, changes the cookie for new tokens, and tries what must not work any more. */
const rotation: Step = {
  name: 'refreshSession: by the cookie alone',
  operations: ['login', 'refreshSession', 'listGroups'],
  isOwnSession: true,
  isSmoke: true,
  run: async scene => {
    const spare = await spareSession(scene)
    const before = new Map(spare.cookies)
    const { body, exchange } = await scene.ask({
      operationId: 'refreshSession',
      call: {},
      by: { cookies: spare.cookies },
      answers: [[200]],
      driftId: 'DR60',
      because: 'the refresh cookie of the login was sent',
    })
    const isSame = [...before].every(([name, value]) => spare.cookies.get(name) === value)
    if (isSame) {
      const what = 'The refresh cookie is promised to rotate; the answer left it as it was.'
      scene.say(
        'DR60',
        { operationId: 'refreshSession', place: 'answer 200 header set-cookie', what, isAssumed: true },
        exchange,
      )
    }
    await scene.ask({
      operationId: 'listGroups',
      call: {},
      by: { token: body.access_token },
      answers: [[200]],
      because: 'the access token is the one of the last refresh',
    })
    // Without the grace period a server may take this for a theft and end every session of the user.
    if (!isSame && scene.options.mode === 'full') await repeat(scene, before)
  },
}

/** Two tabs, or a reload during a refresh, send the same cookie twice. */
async function repeat(scene: Scene, before: ReadonlyMap<string, string>): Promise<void> {
  await scene.ask({
    operationId: 'refreshSession',
    call: {},
    by: { cookies: new Map(before) },
    answers: [[200]],
    driftId: 'DR60',
    because: 'the previous refresh cookie stays good for 10 to 30 seconds',
  })
}

const ending: Step = {
  name: 'logout: ends the session',
  operations: ['login', 'logout', 'refreshSession'],
  isOwnSession: true,
  isSmoke: true,
  run: async scene => {
    const spare = await spareSession(scene)
    const before = new Map(spare.cookies)
    await scene.ask({ operationId: 'logout', call: {}, by: { cookies: spare.cookies }, answers: [[204]] })
    const because = 'the session of the cookie was ended'
    for (const operationId of ['refreshSession', 'logout'] as const) {
      await scene.ask({
        operationId,
        call: {},
        by: { cookies: new Map(before) },
        answers: [[401, 'Invalid refresh token']],
        driftId: 'DR62',
        because,
      })
    }
  },
}

const cookieless: readonly Step[] = (['refreshSession', 'logout'] as const).flatMap(operationId => [
  step(operationId, 'without a cookie', {
    call: {},
    answers: [[401, 'No token provided']],
    because: 'no cookie was sent',
    isOwnSession: true,
  }),
  {
    name: `${operationId}: with a cookie of nobody`,
    operations: [operationId],
    isOwnSession: true,
    run: async scene => {
      const names = [...scene.person('student').cookies.keys()]
      const cookies = new Map(names.map(name => [name, 'nobody-has-this-token']))
      if (cookies.size === 0) found(undefined, 'refresh cookie of the student')
      await scene.ask({
        operationId,
        call: {},
        by: { cookies },
        answers: [[401, 'Invalid refresh token']],
        because: 'the cookie is unknown',
      })
    },
  },
])

/** Specification, section 7, Authentication and Silent refresh: by sessions that the probe began itself. */
export const sessionSteps: readonly Step[] = [
  step('login', 'with an unknown name', {
    call: scene => ({ json: { username: `nobody-${scene.facts.nonce}`, password: 'not-the-password' } }),
    answers: [[401, 'Incorrect username or password']],
    because: 'there is no such person',
    isOwnSession: true,
  }),
  rotation,
  ending,
  ...cookieless,
]

/** Ends every session that the probe began by itself. */
export async function signOut(scene: Scene): Promise<void> {
  for (const person of [...scene.people.values(), ...scene.spares]) {
    if (person.cookies.size > 0) await scene.send({ operationId: 'logout', call: {}, by: { person } })
  }
}
