import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const compressible = /^(text\/|application\/(json|manifest\+json)|image\/svg)/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The best coding that the request accepts; `q=0` refuses one (RFC 9110, 12.5.3). */
export function chooseEncoding(acceptEncoding: string, contentType: string): Encoding {
  if (!compressible.test(contentType)) return 'identity'
  const accepted = new Map(
    acceptEncoding.split(',').map(part => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
      return [name, quality === undefined ? 1 : Number(quality)]
    }),
  )
  const isAccepted = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0
  if (isAccepted('br')) return 'br'
  return isAccepted('gzip') ? 'gzip' : 'identity'
}

/** @param brotliQuality 0 to 11: 11 is what a deployment compresses with beforehand, 5 what it does on the fly */
export async function compress(body: Buffer, encoding: Encoding, brotliQuality: number): Promise<Buffer> {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return zip(body, { level: 9 })
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}
