import { otherPassword } from '../account'
import { found } from '../probe-errors'
import type { Scene } from '../scene'
import { type Step, step } from '../step'
import { passwordOf } from './user-steps'

/** The edges of what a name may be: every kind of character, the shortest, the longest. */
const names = (nonce: string): readonly string[] => [
  `${nonce}-_`,
  `Ёжик_${nonce}`,
  `${nonce}${'x'.repeat(150 - nonce.length)}`,
]

const username: Step = {
  name: 'updateUsername: through the edges and back',
  operations: ['updateUsername'],
  isSmoke: true,
  run: async scene => {
    const person = scene.person('student')
    const own = found(person.user.username, 'name of the student')
    const rename = async (new_username: string) => {
      const { body, exchange } = await scene.ask({
        operationId: 'updateUsername',
        call: { json: { new_username } },
        by: { person },
        answers: [[200]],
        ...(new_username !== own && {
          driftId: 'DR13',
          because: `${new_username.length} letters, digits, - and _ are allowed`,
        }),
      })
      if (body.username === new_username) return
      const what = 'The answer to the new name has another one.'
      scene.say('DR12', { operationId: 'updateUsername', place: 'body /new_username', what }, exchange)
    }
    const tried = scene.options.plan === 'smoke' ? [] : names(scene.facts.nonce)
    for (const name of [...tried, own]) await rename(name)
  },
}

const password: Step = {
  name: 'updatePassword: through the edges and back',
  operations: ['updatePassword', 'login'],
  isSmoke: true,
  run: async scene => {
    const by = { person: scene.person('student') }
    let present = passwordOf(scene, 'student')
    const own = present
    const change = async (new_password: string) => {
      await scene.ask({
        operationId: 'updatePassword',
        call: { json: { old_password: present, new_password } },
        by,
        answers: [[204]],
        ...(new_password !== own && {
          driftId: new_password.length > 8 ? 'DR14' : 'DR15',
          because: `${new_password.length} characters are allowed`,
        }),
      })
      present = new_password
    }
    const tried = scene.options.plan === 'smoke' ? [] : [8, 128].map(length => otherPassword(own, length))
    for (const text of [...tried, own]) await change(text)
  },
}

/** The person keeps the password in each of these; where a server takes the short one, it is put back afterwards. */
const wrongOld: readonly Step[] = [
  step('updatePassword', 'with a wrong old one', {
    as: 'student',
    call: scene => ({
      json: { old_password: 'not-the-password', new_password: passwordOf(scene, 'student') },
    }),
    answers: [[400, 'previous password is not valid']],
    because: 'the old password is wrong',
  }),
  step('updatePassword', 'with null for the old one', {
    as: 'student',
    call: scene => ({ json: { old_password: null, new_password: passwordOf(scene, 'student') } }),
    answers: [[400, 'previous password is not valid']],
    driftId: 'DR16',
    because: 'null is allowed, and is not the old password',
  }),
  step('updatePassword', 'with one that is too short', {
    as: 'student',
    call: scene => ({ json: { old_password: passwordOf(scene, 'student'), new_password: '1234567' } }),
    answers: [[422, 'Password must be at least 8 characters']],
    because: 'seven characters are too few',
  }),
]

/** Specification, sections 5 and 7: the student's own name and password, put back at the end. */
export const accountSteps: readonly Step[] = [
  username,
  step('updateUsername', "with somebody else's", {
    as: 'student',
    call: scene => ({ json: { new_username: found(scene.person('admin').user.username, 'name of admin') } }),
    answers: [[409, 'Username already registered']],
    because: 'the name is taken',
  }),
  step('updateUsername', 'with a character that names have not', {
    as: 'student',
    call: { json: { new_username: 'two words' } },
    answers: [[422, 'Username can contain letters, numbers, underscores and hyphens']],
    because: 'a space is not allowed',
  }),
  ...wrongOld,
  password,
]

const nobody = (scene: Scene): string => `nobody-${scene.facts.nonce}@example.com`

/** Whoever has registered can sign in, or is told to confirm the address first. */
async function tryAccount(
  scene: Scene,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const call = { json: { username, password } }
  const seen = await scene.send({ operationId: 'login', call, by: {} })
  if (seen.response?.status !== 401 || !scene.isSound('login')) return
  const what = 'An account was registered; signing in to it is refused with 401.'
  scene.say('DR62', { operationId: 'register', place: 'answer 204', what }, seen)
}

const registration: Step = {
  name: 'register: a new account, and none twice',
  operations: ['register', 'login'],
  isSmoke: true,
  run: async scene => {
    const { nonce } = scene.facts
    const email = found(scene.options.values.newAccountEmail, 'value newAccountEmail').replace('*', nonce)
    const account = { email, username: `probe-${nonce}`, password: `probe-${nonce}` }
    const ask = (json: typeof account) => ({ operationId: 'register', call: { json }, by: {} }) as const
    await scene.ask({ ...ask(account), answers: [[204]] })
    await tryAccount(scene, account)
    await scene.ask({
      ...ask({ ...account, email: email.replace(nonce, `${nonce}a`) }),
      answers: [[409, 'Username already registered']],
      because: 'the username is taken',
    })
    await scene.ask({
      ...ask({ ...account, username: `probe-${nonce}-a` }),
      answers: [[409, 'User already registered']],
      because: 'the address is taken',
    })
  },
}

const verification: readonly Step[] = [
  ...['the first time', 'again'].map(name =>
    step('requestEmailVerification', name, {
      as: 'newcomer',
      call: {},
      answers: [[204], [429, 'too many attempts']],
      isSmoke: true,
    }),
  ),
  step('requestEmailVerification', 'of a confirmed address', {
    as: 'student',
    call: {},
    answers: [[409, 'email already verified']],
    because: 'the address is confirmed',
  }),
]

const reset: readonly Step[] = [
  ...['the first time', 'again'].map(name =>
    step('requestPasswordReset', name, {
      call: scene => ({
        query: { email: found(scene.person('newcomer').user.email, 'address of newcomer') },
      }),
      answers: [[204], [429, 'too many attempts']],
      isSmoke: true,
    }),
  ),
  step('requestPasswordReset', 'of nobody', {
    call: scene => ({ query: { email: nobody(scene) } }),
    answers: [[404, 'user not exists']],
  }),
  step('setNewPassword', 'with a token of nobody', {
    call: scene => ({ json: { token: scene.facts.nonce, password: `probe-${scene.facts.nonce}` } }),
    answers: [[400, 'Invalid token']],
  }),
  step('setNewPassword', 'too short', {
    call: scene => ({ json: { token: scene.facts.nonce, password: '1234567' } }),
    answers: [[422, 'Password must be at least 8 characters']],
    because: 'seven characters are too few',
  }),
  step('setNewPassword', 'the one that newcomer has', {
    call: scene => ({
      json: {
        token: found(scene.options.values.resetToken, 'value resetToken'),
        password: passwordOf(scene, 'newcomer'),
      },
    }),
    // The token of a letter is good once; an earlier run may have used it.
    answers: [[204], [400, 'Invalid token']],
    isSmoke: true,
  }),
]

/** How many wrong passwords for one name are tried until a pause is due. */
const mostMisses = 25

const misses: Step = {
  name: 'login: wrong again and again',
  operations: ['login'],
  run: async scene => {
    const username = `nobody-${scene.facts.nonce}-again`
    for (let time = 0; time < mostMisses; time++) {
      const { status } = await scene.ask({
        operationId: 'login',
        call: { json: { username, password: 'not-the-password' } },
        by: {},
        answers: [
          [401, 'Incorrect username or password'],
          [429, 'too many attempts'],
        ],
        because: 'there is no such person',
      })
      if (status === 429) return
    }
  },
}

/** Specification, section 7, Authentication: what writes letters and accounts. */
export const letterSteps: readonly Step[] = [registration, ...verification, ...reset, misses]

/** An invite that leads nowhere; one that leads somewhere; a code of the LMS. */
export const codeSteps: readonly Step[] = [
  step('checkInvite', 'unknown', {
    call: scene => ({ path: { code: `nowhere-${scene.facts.nonce}` } }),
    answers: [[404, 'Group with this invite code not found']],
  }),
  step('checkInvite', 'active', {
    call: scene => {
      const ids = [...scene.facts.wholeGroups.values()].map(({ invite_code }) => invite_code).filter(Boolean)
      return { path: { code: found(scene.options.values.inviteCode ?? ids[0], 'invite code') } }
    },
    answers: [[200]],
    isSmoke: true,
  }),
]

export const inviteWriteSteps: readonly Step[] = [
  step('login', 'with an invite that leads nowhere', {
    call: scene => {
      const { login } = scene.person('student')
      const { username, password } = found('password' in login ? login : undefined, 'password of the student')
      return { json: { username, password, invite: `nowhere-${scene.facts.nonce}` } }
    },
    answers: [[404, 'Group with this invite code not found']],
    driftId: 'DR12',
    because: 'the invite of a login is read',
  }),
  step('register', 'with an invite that leads nowhere', {
    call: scene => ({
      json: {
        email: nobody(scene),
        username: `nobody-${scene.facts.nonce}`,
        password: `nobody-${scene.facts.nonce}`,
        invite: `nowhere-${scene.facts.nonce}`,
      },
    }),
    answers: [[404, 'Group with this invite code not found']],
    driftId: 'DR12',
    because: 'the invite of a registration is read',
  }),
  step('completeLmsLogin', 'with a code of nobody', {
    call: scene => ({ json: { code: `nobody-${scene.facts.nonce}` } }),
    answers: [[401, 'Invalid token']],
  }),
  step('completeLmsLogin', 'with a right code', {
    call: scene => ({ json: { code: found(scene.options.values.lmsCode, 'value lmsCode') } }),
    answers: [[200]],
    isSmoke: true,
  }),
]
