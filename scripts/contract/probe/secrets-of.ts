import type { Secrets } from '../../lib/masking/mask'
import type { Person } from './person'
import type { ProbeOptions } from './probe-options'

/** Passwords, tokens and facts of the fixtures that must not be printed. */
export function secretsOf({ logins, values }: ProbeOptions, people: Iterable<Person>): Secrets {
  const { rightFlag, failingFlag, resetToken, lmsCode, inviteCode } = values
  const facts = [
    { name: 'FLAG', value: rightFlag?.flag },
    { name: 'FLAG', value: failingFlag },
    { name: 'TOKEN', value: resetToken },
    { name: 'CODE', value: lmsCode },
    { name: 'INVITE_CODE', value: inviteCode },
  ]
  return [
    ...Object.values(logins).map(login =>
      'password' in login
        ? { name: 'PASSWORD', value: login.password }
        : { name: 'TOKEN', value: login.token },
    ),
    ...facts.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }])),
    ...[...people].map(({ token }) => ({ name: 'TOKEN', value: token })),
  ]
}
