import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentTypes } from '../deploy/content-types'
import { compress, compressedEndings, isCompressible } from './preview/compress'

/** Below this many bytes an answer fits one packet either way. */
const smallest = 1024

/** A deployment puts its own in this file's place: a compressed copy would go on saying what the sample said. */
const replaced = 'config.json'

const encodings = ['br', 'gzip'] as const

/**
 * Leaves `.br` (quality 11) and `.gz` (level 9) beside each file of a built site that they make smaller, for servers
 * that send files as they are (nginx's `brotli_static` and `gzip_static`). The bytes depend on the file alone.
 *
 * @param dist the built site; what an earlier run left there must be gone, as it is after `vite build`
 * @returns bytes of the files and of what is sent in their place
 */
export async function compressBuild(dist: string) {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile() && isCompressible(contentTypes.get(extname(entry.name)) ?? ''))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => relative(dist, file) !== replaced)
  const total = { files: 0, identity: 0, br: 0, gzip: 0 }
  const compressOne = async (file: string) => {
    const body = await readFile(file)
    if (body.length < smallest) return
    total.files += 1
    total.identity += body.length
    for (const encoding of encodings) {
      const small = await compress(body, encoding, 11)
      total[encoding] += Math.min(small.length, body.length)
      if (small.length < body.length) await writeFile(file + compressedEndings[encoding], small)
    }
  }
  await Promise.all(files.map(compressOne))
  return total
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { files, identity, br, gzip } = await compressBuild(process.argv[2] ?? 'dist')
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`
  console.log(
    `${files} files of ${kilobytes(identity)} are compressed beforehand: ${kilobytes(br)} by brotli, ${kilobytes(gzip)} by gzip.`,
  )
}
