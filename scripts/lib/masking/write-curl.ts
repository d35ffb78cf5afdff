import { type Exchange, headerOf } from '../judge/exchange'
import { maskAddress } from './mask-address'
import { maskBody } from './mask-body'
import { maskHeaders } from './mask-headers'
import type { Hide, Secrets } from './mask-value'
import { variableOf } from './secret-names'

/** Headers without which the same question would be another one. */
const kept = ['authorization', 'cookie', 'content-type', 'origin']
/** Longer bodies are named, not printed. */
const longestBody = 1000

/** Brackets that no address and no JSON of ours holds; the quoting makes shell variables of what stands in them. */
const variable: Hide = (_, name) => `⟦${variableOf(name)}⟧`

/** A command that asks the same question again; secrets stand there as `$NAME`. */
export function writeCurl({ request }: Exchange, secrets: Secrets): string {
  const { method, url, headers, body } = request
  const type = headerOf(headers, 'content-type')
  const lines = maskHeaders(headers, secrets, variable).filter(([name]) => kept.includes(name))
  const isForm = type?.startsWith('multipart/') === true
  const options = [
    ...(method === 'GET' ? [] : [`-X ${/^[A-Z]+$/.test(method) ? method : 'GET'}`]),
    quote(maskAddress(url, secrets, variable)),
    // curl writes the boundary of a form itself.
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
  return [text.length > longestBody ? '--data-binary @BODY' : `--data-raw ${quote(text)}`]
}

/** In single quotes for a shell, but for the variables. */
function quote(text: string): string {
  const quoted = text
    .replaceAll("'", String.raw`'\''`)
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/⟦(\w+)⟧/g, `'"$$$1"'`)
  return `'${quoted}'`.replaceAll(/(?<!\\)''(?=")|(?<=")''/g, '')
}
