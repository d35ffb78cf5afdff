import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** File extensions of precompressed files by encoding. */
export const compressedEndings = { br: '.br', gzip: '.gz' } as const

const compressible = /^(text\/|application\/(json|manifest\+json)|image\/svg)/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Whether compression makes a type smaller; fonts and images are compressed already. */
export function isCompressible(contentType: string): boolean {
  return compressible.test(contentType)
}

/** The best encoding that the request accepts; `q=0` excludes one (RFC 9110, 12.5.3). */
export function chooseEncoding(acceptEncoding: string, contentType: string): Encoding {
  if (!isCompressible(contentType)) return 'identity'
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

/** The precompressed file, or null if there is none or the file is newer. */
export async function readCompressed(path: string, encoding: Encoding): Promise<Buffer | null> {
  if (encoding === 'identity') return null
  const compressed = path + compressedEndings[encoding]
  const [found, source] = await Promise.all([stat(compressed).catch(() => null), stat(path)])
  return found && found.mtimeMs >= source.mtimeMs ? readFile(compressed) : null
}

/**
 * Output is the same on every computer.
 *
 * @param brotliQuality 0 to 11: 11 is what a deployment compresses with beforehand, 5 what it does on the fly
 */
export async function compress(body: Buffer, encoding: Encoding, brotliQuality: number): Promise<Buffer> {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') {
    const zipped = await zip(body, { level: 9 })
    // The header has no time, and the operating system is "unknown" (RFC 1952, 2.3.1).
    zipped[9] = 255
    return zipped
  }
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}
