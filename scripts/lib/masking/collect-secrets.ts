import { decodeBody, type Exchange, type HeaderList } from '../validator/exchange'
import { maskUrl } from './mask-url'
import type { Secrets } from './mask-value'
import { isSecretName, toVariableName } from './secret-names'

export function collectSecrets({ request, response }: Exchange): Secrets {
  const found: { name: string; value: string }[] = []
  const add = (name: string, value: string) => {
    // Short words, such as a flag "web", would be masked in every sentence.
    if (value.length >= 4 && found.length < 100) found.push({ name: toVariableName(name), value })
  }
  maskUrl(request.url, [], (secret, name) => {
    add(name, secret)
    return ''
  })
  collectFromHeaders(request.headers, add)
  if (response) collectFromHeaders(response.headers, add)
  for (const body of [request.body, response?.body]) collectFromJson(parse(body), add, 0)
  return found
}

type Add = (name: string, value: string) => void

function collectFromHeaders(headers: HeaderList, add: Add): void {
  for (const [name, value] of headers) {
    if (name === 'authorization') add('ACCESS_TOKEN', value.replace(/^\w+\s+/, ''))
    if (name !== 'cookie' && name !== 'set-cookie') continue
    for (const cookie of name === 'cookie' ? value.split(';') : [value.split(';')[0] ?? '']) {
      const [key = '', ...rest] = cookie.split('=')
      add(key.trim(), rest.join('=').trim())
    }
  }
}

/** Only objects: lists of objects may hold thousands of other users. */
function collectFromJson(value: unknown, add: Add, depth: number): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return
  for (const [name, child] of Object.entries(value)) {
    const texts = isSecretName(name) ? [child].flat().filter(text => typeof text === 'string') : []
    for (const text of texts) add(name, text)
    if (texts.length === 0) collectFromJson(child, add, depth + 1)
  }
}

function parse(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(decodeBody(body))
  } catch {
    return undefined
  }
}
