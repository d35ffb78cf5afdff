import { type Exchange, type HeaderList, textOf } from '../judge/exchange'
import { maskAddress } from './mask-address'
import type { Secrets } from './mask-value'
import { isSecretName, variableOf } from './secret-names'

/** Secrets that an exchange itself gives away, so that they can be hidden wherever else it repeats them. */
export function learnSecrets({ request, response }: Exchange): Secrets {
  const found: { name: string; value: string }[] = []
  const add = (name: string, value: string) => {
    // Short words, such as a flag that is called "web", would be hidden in every sentence.
    if (value.length >= 4 && found.length < 100) found.push({ name: variableOf(name), value })
  }
  maskAddress(request.url, [], (secret, name) => {
    add(name, secret)
    return ''
  })
  learnHeaders(request.headers, add)
  if (response) learnHeaders(response.headers, add)
  for (const body of [request.body, response?.body]) learnJson(parse(body), add, 0)
  return found
}

type Add = (name: string, value: string) => void

function learnHeaders(headers: HeaderList, add: Add): void {
  for (const [name, value] of headers) {
    if (name === 'authorization') add('ACCESS_TOKEN', value.replace(/^\w+\s+/, ''))
    if (name !== 'cookie' && name !== 'set-cookie') continue
    for (const cookie of name === 'cookie' ? value.split(';') : [value.split(';')[0] ?? '']) {
      const [key = '', ...rest] = cookie.split('=')
      add(key.trim(), rest.join('=').trim())
    }
  }
}

/** The fields of the body and of the objects in it; lists of objects hold other people, of whom there may be thousands. */
function learnJson(value: unknown, add: Add, depth: number): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return
  for (const [name, child] of Object.entries(value)) {
    const texts = isSecretName(name) ? [child].flat().filter(text => typeof text === 'string') : []
    for (const text of texts) add(name, text)
    if (texts.length === 0) learnJson(child, add, depth + 1)
  }
}

function parse(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(textOf(body))
  } catch {
    return undefined
  }
}
