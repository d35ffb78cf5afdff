import { stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { contentTypes } from '../../deploy/content-types'
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
