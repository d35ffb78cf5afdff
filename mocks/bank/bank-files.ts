import { readFile } from 'node:fs/promises'

/** Built as the index of a folder, which every static host finds. */
export const bankPagePath = '/mock-bank/order'

/** Served from the sources; never part of a build. */
const files = new Map([
  [bankPagePath, { url: new URL('./order.html', import.meta.url), type: 'text/html' }],
  ['/mock-bank/bank.js', { url: new URL('./bank.js', import.meta.url), type: 'text/javascript' }],
  ['/mock-bank/bank.css', { url: new URL('./bank.css', import.meta.url), type: 'text/css' }],
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
