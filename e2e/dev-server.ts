import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Runs what `npm start` runs, on a port of its own; `apiUrl` as in `API_URL=… npm start`. Rejects when it ends early. */
export async function startDevServer(
  port: number,
  apiUrl?: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const { API_URL: _, ...environment } = process.env
  const server = spawn(process.execPath, [vite, '--port', String(port)], {
    env: { ...environment, ...(apiUrl !== undefined && { API_URL: apiUrl }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((found, failed) => {
    let printed = ''
    server.stdout.on('data', chunk => {
      printed += stripVTControlCharacters(String(chunk))
      const local = /Local:\s+(http:\S+?)\/?\s/.exec(printed)?.[1]
      if (local !== undefined) found(local)
    })
    server.once('exit', () => failed(new Error(`The development server ended:\n${printed}`)))
  })
  return {
    url,
    close: async () => {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}
