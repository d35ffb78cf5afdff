/** Fields, parameters and headers whose values are nobody's business: credentials, links that open doors, names of people, flags. */
const parts = [
  'token',
  'passw',
  'secret',
  'invite',
  'sharelink',
  'cookie',
  'session',
  'hash',
  'apikey',
  'authorization',
  'credential',
  'signature',
  'email',
  'username',
  'firstname',
  'lastname',
]
const whole = [
  'link',
  'login',
  'code',
  'flag',
  'flags',
  'pwd',
  'otp',
  'key',
  'input',
  'ctx',
  'phone',
  'fullname',
  'displayname',
  'givenname',
  'middlename',
  'familyname',
  'surname',
  'patronymic',
]

/** Whether the value under this name must not be printed or written down. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return whole.includes(plain) || /url$/.test(plain) || parts.some(part => plain.includes(part))
}

/** Whether somebody's name or address stands under this one; the values are also hidden in texts, word by word. */
export function isPersonName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return (
    /email|username$|^(?:login|surname|patronymic)$/.test(plain) ||
    /^(?:first|last|full|display|given|middle|family)name$/.test(plain)
  )
}

/** `Authorization` and its like; not `www-authenticate`, which only says what is asked for. */
export function isSecretHeader(name: string): boolean {
  return /^(?:proxy-)?authorization$|cookie|token|secret|api-?key|session|csrf|x-auth/.test(name)
}

/** The name of the shell variable that stands for a value: `access_token` → `ACCESS_TOKEN`. */
export function variableOf(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z\d]+/g, '_')
  return (
    words
      .replaceAll(/^_+|_+$/g, '')
      .toUpperCase()
      .replace(/^(?=\d|$)/, 'SECRET') || 'SECRET'
  )
}
