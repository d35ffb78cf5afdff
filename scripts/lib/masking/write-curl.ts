import { type Exchange, getHeader } from '../validator/exchange'
import { maskBody } from './mask-body'
import { maskHeaders } from './mask-headers'
import { maskUrl } from './mask-url'
import type { Hide, Secrets } from './mask-value'
import { toVariableName } from './secret-names'

/** Headers that affect the response. */
const KEPT_HEADERS = ['authorization', 'cookie', 'content-type', 'origin']
const MAX_BODY_LENGTH = 1000

/** Marks variables with brackets that no URL and no JSON contains, until they are quoted. */
const variable: Hide = (_, name) => `⟦${toVariableName(name)}⟧`

/** A curl command that repeats the request; secrets are `$NAME`. */
export function writeCurl({ request }: Exchange, secrets: Secrets): string {
  const { method, url, headers, body } = request
  const type = getHeader(headers, 'content-type')
  const lines = maskHeaders(headers, secrets, variable).filter(([name]) => KEPT_HEADERS.includes(name))
  const isForm = type?.startsWith('multipart/') === true
  const options = [
    ...(method === 'GET' ? [] : [`-X ${/^[A-Z]+$/.test(method) ? method : 'GET'}`]),
    quote(maskUrl(url, secrets, variable)),
    // curl writes the boundary itself.
    ...lines
      .filter(([name]) => !(isForm && name === 'content-type'))
      .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(isForm ? ['-F text="$TEXT"'] : bodyOption(maskBody(body, type, secrets, variable))),
  ]
  return ['curl -i', ...options].join(' ')
}

function bodyOption(body: Uint8Array | undefined): string[] {
  if (body === undefined || body.length === 0) return []
  const text = new TextDecoder().decode(body)
  return [text.length > MAX_BODY_LENGTH ? '--data-binary @BODY' : `--data-raw ${quote(text)}`]
}

function quote(text: string): string {
  const quoted = text
    .replaceAll("'", String.raw`'\''`)
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/⟦(\w+)⟧/g, `'"$$$1"'`)
  return `'${quoted}'`.replaceAll(/(?<!\\)''(?=")|(?<=")''/g, '')
}
