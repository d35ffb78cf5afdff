import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { content } from '../platform/content'
import { taskImages } from '../platform/data/images.gen'

/** Attachments with real content, by task id; the others have sample content. */
const attachmentFolder = new URL('../content/files/', import.meta.url)

/** Serves files of task descriptions and attachments: `/files/images/…` and `/files/tasks/{id}/…`. */
export function serveFile(pathname: string): Response | undefined {
  const [, root, kind, ...rest] = pathname.split('/')
  if (root !== 'files') return undefined
  const name = decodeURIComponent(rest.at(-1) ?? '')
  if (kind === 'images' && Object.hasOwn(taskImages, name)) {
    return new Response(taskImages[name] ?? '', { headers: { 'content-type': 'image/svg+xml' } })
  }
  const task = kind === 'tasks' ? content.tasks.get(Number(rest[0]))?.task : undefined
  const attachment = task?.attachments.find(file => file.name === name)
  if (!attachment) return Response.json({ detail: 'Not Found' }, { status: 404 })
  const real = new URL(`${task?.id}/${attachment.name}`, attachmentFolder)
  const bytes = existsSync(real) ? readFileSync(real) : sampleBytes(attachment.name, attachment.size)
  return new Response(bytes, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  })
}

/** A repeated line of text, as many bytes as the task says. */
function sampleBytes(name: string, size: number): Uint8Array<ArrayBuffer> {
  const line = new TextEncoder().encode(`Flagship, sample file ${name}\n`)
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += line.length) bytes.set(line.subarray(0, size - at), at)
  return bytes
}

/** Paths of all files, not URL-encoded. */
export function listFilePaths(): string[] {
  const images = Object.keys(taskImages).map(name => `/files/images/${name}`)
  const attachments = [...content.tasks.values()].flatMap(({ task }) =>
    task.attachments.map(({ name }) => `/files/tasks/${task.id}/${name}`),
  )
  return [...images, ...attachments]
}

/** Built as the index of a folder, which every static host finds. */
export const bankPagePath = '/mock-bank/order'

/** Served from the sources; never part of a build. */
const files = new Map([
  [bankPagePath, { url: new URL('../bank/order.html', import.meta.url), type: 'text/html' }],
  ['/mock-bank/bank.js', { url: new URL('../bank/bank.js', import.meta.url), type: 'text/javascript' }],
  ['/mock-bank/bank.css', { url: new URL('../bank/bank.css', import.meta.url), type: 'text/css' }],
])

export const bankFilePaths: readonly string[] = [...files.keys()]

/** Only pages of this computer may embed the page in an iframe. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self' http://localhost:* http://127.0.0.1:* https://localhost:* https://127.0.0.1:*",
].join('; ')

/** A file of the bank's page; undefined for any other path. */
export async function serveBankFile(pathname: string): Promise<Response | undefined> {
  const file = files.get(pathname)
  if (!file) return undefined
  return new Response(await readFile(file.url), {
    headers: {
      'content-type': `${file.type}; charset=utf-8`,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  })
}

export interface DemoFile {
  /** Relative to the root of the site. */
  path: string
  body: Uint8Array
}

/** Larger attachments, such as memory dumps, are truncated: the demo would otherwise take 300 MB. */
const MAX_FILE_BYTES = 64 * 1024

/** The files that mock servers generate, as static files for a site without a server. */
export async function demoFiles(): Promise<DemoFile[]> {
  const responses = [
    ...listFilePaths().map(path => ({ path, response: serveFile(path) })),
    ...(await Promise.all(bankFilePaths.map(async path => ({ path, response: await serveBankFile(path) })))),
  ]
  return Promise.all(
    responses.map(async ({ path, response }) => {
      if (!response?.ok) throw new Error(`The simulated platform has no file ${path}.`)
      const bytes = new Uint8Array(await response.arrayBuffer())
      return {
        path: path === bankPagePath ? `${path.slice(1)}/index.html` : path.slice(1),
        body: bytes.slice(0, MAX_FILE_BYTES),
      }
    }),
  )
}
