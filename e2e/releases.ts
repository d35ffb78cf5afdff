import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { startPreview } from '../scripts/preview'
import { test as base } from './platform'

const hashed = /-([\w-]{8})\.(?:js|css|woff2)$/
const isText = /\.(?:js|css|html)$/

/** A folder with the same site under other names of its hashed files, as another build leaves it. */
async function copyRelease(dist: string, release: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'release-'))
  const names = (await readdir(dist, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(dist.length + 1))
  const hashes = names.flatMap(name => hashed.exec(name)?.[1] ?? [])
  const others = new Map(hashes.map(hash => [`-${hash}.`, `-${otherHash(hash, release)}.`]))
  const rename = (text: string) => text.replace(/-[\w-]{8}\./g, name => others.get(name) ?? name)
  for (const name of names) {
    const to = join(folder, rename(name))
    await mkdir(dirname(to), { recursive: true })
    if (isText.test(name)) await writeFile(to, rename(await readFile(join(dist, name), 'utf8')))
    else await copyFile(join(dist, name), to)
  }
  return folder
}

function otherHash(hash: string, release: number): string {
  return createHash('sha256').update(`${hash} ${release}`).digest('base64url').slice(0, 8)
}

/** The built site behind one address, where another release can take its place; the one before is gone then. */
async function startSite(apiUrl: string) {
  const dist = resolve('dist')
  const folders: string[] = []
  const serve = (folder: string, port = 0) =>
    startPreview({ dist: folder, port, apiUrl, brotliQuality: 1, paymentOrigins: [apiUrl] })
  let preview = await serve(dist)
  const { url } = preview
  return {
    url,
    deploy: async (): Promise<void> => {
      const folder = await copyRelease(dist, folders.length)
      folders.push(folder)
      await preview.close()
      preview = await serve(folder, Number(new URL(url).port))
    },
    close: async (): Promise<void> => {
      await preview.close()
      for (const folder of folders) await rm(folder, { recursive: true })
    },
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>

/** A test whose pages come from a site of its own, so that it can be deployed anew. */
export const test = base.extend<{ site: Site; allowed: undefined }>({
  site: async ({ platform }, use) => {
    // The simulated platform listens where its bank does.
    const site = await startSite(platform.bankUrl)
    await use(site)
    await site.close()
  },
  baseURL: ({ site }, use) => use(site.url),
  allowed: [
    async ({ site, tripwires }, use) => {
      tripwires.allowForeign(new RegExp(`^(?:http|ws)://${new URL(site.url).host}/`))
      // What the browser says of files that are gone, and of a call while one server takes the other's place.
      tripwires.allowConsole(/Failed to load resource|net::ERR_/)
      await use(undefined)
    },
    { auto: true },
  ],
})
