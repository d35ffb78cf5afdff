import { content } from './platform/content'
import { taskImages } from './platform/data/images.gen'
import { taskFiles } from './task-files'

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
  const real = task && taskFiles[task.id]
  const bytes = real?.name === name ? real.bytes() : sampleBytes(attachment.name, attachment.size)
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
