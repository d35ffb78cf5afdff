/** Names of credentials, secret links, personal names and flags. */
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

export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return whole.includes(plain) || /url$/.test(plain) || parts.some(part => plain.includes(part))
}

/** Names and addresses of users; the values are also masked in texts, word by word. */
export function isPersonalName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return (
    /email|username$|^(?:login|surname|patronymic)$/.test(plain) ||
    /^(?:first|last|full|display|given|middle|family)name$/.test(plain)
  )
}

/** Not `www-authenticate`, which has no secret. */
export function isSecretHeader(name: string): boolean {
  return /^(?:proxy-)?authorization$|cookie|token|secret|api-?key|session|csrf|x-auth/.test(name)
}

/** The shell variable for a value: `access_token` → `ACCESS_TOKEN`. */
export function toVariableName(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z\d]+/g, '_')
  return (
    words
      .replaceAll(/^_+|_+$/g, '')
      .toUpperCase()
      .replace(/^(?=\d|$)/, 'SECRET') || 'SECRET'
  )
}
