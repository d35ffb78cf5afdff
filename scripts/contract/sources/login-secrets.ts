import type { Secrets } from '../../lib/masking/mask'
import type { CheckOptions } from '../options'

export function loginSecrets(logins: CheckOptions['logins']): Secrets {
  return Object.entries(logins).map(([role, login]) => {
    const name = `${role.toUpperCase()}_${'token' in login ? 'TOKEN' : 'PASSWORD'}`
    return { name, value: 'token' in login ? login.token : login.password }
  })
}
