const secretNames =
  /(?:^|_)(?:passwords?|passwd|pwd|passphrase|hash|salt|secrets?|tokens?|otp|totp|credentials?|answers?|solution)(?:_|$)|(?:^|_)(?:api|private|secret|ssh|access|signing|encryption)_key|(?:^|_)(?:right|correct|valid|expected)_flags?|^flag(?:_value|_text)?$|_hash$/
/** Facts about a secret that give nothing away. */
const harmlessNames =
  /(?:^|_)(?:type|at|count|length|hint|policy|rules?|expires?|expires_in|ttl|set|changed|required|url)$|^(?:has|is|no|needs|can)_/

/** Whether an undocumented field looks like a secret that must not be sent, by its name and its value. */
export function isSecretField(name: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return false
  const snakeName = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toLowerCase()
  return secretNames.test(snakeName) && !harmlessNames.test(snakeName)
}
