import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentTypes } from '../../deploy/headers'
import { type Language, languages } from '../../src/lib/languages'

/** `isChosen`: the file depends on the language cookie. */
export type StaticFile = { path: string; contentType: string; isChosen?: boolean }

/**
 * The file for a path: the file itself, its pre-rendered page, or the app's page, which shows "not found". Below
 * `/assets/`, for a top-level name with a known extension and for hidden files there is no fallback: a page
 * instead of a script would hide a broken deployment.
 *
 * @param dist absolute path of the built site
 * @param path still encoded, as the request has it
 * @param language of the cookie; a page that was not rendered in it is sent as it is
 */
export async function findStaticFile(
  dist: string,
  path: string,
  language: Language = languages[0],
): Promise<StaticFile | null> {
  const relative = decodePath(path)
  if (relative === null) return path.startsWith('/assets/') ? null : pageIn(dist, '/', language)
  // Pages in a language folder are served at the URL of the page itself.
  if (others.includes(relative.split('/')[1] ?? '')) return pageIn(dist, '/', language)
  const file = join(dist, relative)
  if (!file.startsWith(dist + sep) && file !== dist) return null
  const contentType = contentTypes.get(extname(file).toLowerCase())
  if (await isFile(file)) return { path: file, contentType: contentType ?? 'application/octet-stream' }
  const isTopLevelFile = relative.lastIndexOf('/') === 0 && contentType !== undefined
  if (relative.startsWith('/assets/') || relative.startsWith('/.') || isTopLevelFile) return null
  return pageIn(dist, (await isFile(join(file, 'index.html'))) ? relative : '/', language)
}

/** Languages with a folder. */
const others: readonly string[] = languages.slice(1)

async function pageIn(dist: string, folder: string, language: Language): Promise<StaticFile> {
  const fileIn = (name: string) => join(dist, name, folder, 'index.html')
  const found = await Promise.all(others.map(name => isFile(fileIn(name))))
  const isOther = others.some((name, index) => name === language && found[index])
  const path = fileIn(isOther ? language : '')
  return { path, contentType: 'text/html; charset=utf-8', isChosen: found.some(Boolean) }
}

/** @returns the normalized path, or null if it is not a file path */
function decodePath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path)
    if (decoded.includes('\0') || decoded.includes('\\')) return null
    return decoded.split('/').includes('..') ? null : normalize(decoded)
  } catch {
    return null
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isFile(),
    () => false,
  )
}

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
