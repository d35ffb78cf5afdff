import { readFile } from 'node:fs/promises'

/** The page itself: as a file it is the index of a folder, which every static host finds. */
export const bankPage = '/mock-bank/order'

/** The bank's page as files: never a part of a build, read from here by the servers that show it. */
const files = new Map([
  [bankPage, { url: new URL('./order.html', import.meta.url), type: 'text/html' }],
  ['/mock-bank/bank.js', { url: new URL('./bank.js', import.meta.url), type: 'text/javascript' }],
  ['/mock-bank/bank.css', { url: new URL('./bank.css', import.meta.url), type: 'text/css' }],
])

/** Where they are. */
export const bankPaths: readonly string[] = [...files.keys()]

/** A bank is framed by the site that it is paid for; this one by pages of this computer alone. */
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

/** A file of the bank's page; undefined for any other address. */
export async function answerBankFile(pathname: string): Promise<Response | undefined> {
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
