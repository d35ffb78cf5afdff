import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect } from '@playwright/test'
import { labels } from './labels'
import { matching } from './messages'
import { test as base } from './platform'

const parts =
  'src packages mocks openapi scripts deploy public index.html terminal.html package.json tsconfig.json vite.config.ts'

/** Allows the packages, which are outside of the copy, and bundles them there, in a folder of each server. */
const config = (root: string) => `import { mergeConfig } from 'vite'
import base from './vite.config.ts'
const cacheDir = process.env.API_URL ? '.vite-proxy' : '.vite'
const own = { cacheDir, server: { fs: { allow: ['.', ${JSON.stringify(root)}] } } }
export default environment => mergeConfig(base(environment), own)
`

/** Starts the development server like `npm start`; `apiUrl` is `API_URL`. */
async function startServer(folder: string, apiUrl?: string) {
  const { API_URL: _, ...environment } = process.env
  const vite = join(process.cwd(), 'node_modules/vite/bin/vite.js')
  const server = spawn(process.execPath, [vite, '--config', 'copy.config.ts', '--port', '0'], {
    cwd: folder,
    env: { ...environment, ...(apiUrl !== undefined && { API_URL: apiUrl }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', chunk => {
      printed += stripVTControlCharacters(String(chunk))
    })
  const findUrl = () => /Local:\s+(http:\S+?)\/?\s/.exec(printed)?.[1]
  // Else the failure says what it printed.
  await expect.poll(() => findUrl() ?? printed, { timeout: 60_000 }).toMatch(/^http:/)
  return {
    url: findUrl() ?? '',
    printed: () => printed,
    close: async () => {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}

/** The development server in a copy of the project, whose files a test may change. */
async function startInCopy() {
  const root = process.cwd()
  const folder = await mkdtemp(join(tmpdir(), 'development-'))
  await Promise.all(
    parts.split(' ').map(part => cp(join(root, part), join(folder, part), { recursive: true })),
  )
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'copy.config.ts'), config(root))
  const server = await startServer(folder)
  return {
    ...server,
    start: (apiUrl: string) => startServer(folder, apiUrl),
    read: (path: string) => readFile(join(folder, path), 'utf8'),
    edit: async (path: string, from: string, to: string) => {
      const text = await readFile(join(folder, path), 'utf8')
      expect(text).toContain(from)
      await writeFile(join(folder, path), text.replace(from, to))
    },
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

// One server for all tests: its first page bundles the dependencies.
base.describe.configure({ mode: 'default' })

const test = base.extend<object, { project: Awaited<ReturnType<typeof startInCopy>> }>({
  project: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
    async ({}, use) => {
      const project = await startInCopy()
      await use(project)
      await project.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ project }, use) => use(project.url),
})

test('W05 the development server runs the product with its platform and bank, without a network', async ({
  page,
  context,
  project,
  tripwires,
}) => {
  await context.route(
    url => url.host !== new URL(project.url).host,
    route => route.abort(),
  )
  // The first start bundles the dependencies.
  await page.goto('/?scenario=needPay')
  await expect(page.getByRole('button', { name: labels.ru.accountMenu })).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveURL(/\/group\/5$/)
  // Only this build has React's warnings.
  await page.getByRole('banner').getByRole('link', { name: labels.ru.myEducation }).click()
  await expect(page.getByRole('heading', { level: 1, name: labels.ru.myGroups })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(tripwires.findings()).toEqual([])

  // Until the bank's page has its worker.
  tripwires.allowConsole(/status of 503 .*\/mock-bank\//)
  await page.goto(`/mock-bank/order?attempt=2&return=${encodeURIComponent(project.url)}`)
  await expect(page.getByRole('button', { name: matching('ru', 'payment:pay') })).toBeVisible({
    timeout: 30_000,
  })
})

/** `API_URL=… npm start`: the backend sets its cookie for its own domain. */
test('the development server proxies calls and cookies to a real backend, without mocks', async ({
  project,
}) => {
  const asked: string[] = []
  const backend = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} for ${request.headers['x-forwarded-host']}`)
    response.setHeader('Set-Cookie', 'refresh_token=x; Domain=platform.example; Path=/api/auth; HttpOnly')
    response.end('{}')
  })
  await new Promise<void>(listening => backend.listen(0, '127.0.0.1', listening))
  const site = await project.start(`http://127.0.0.1:${(backend.address() as AddressInfo).port}`)
  try {
    const answer = await fetch(`${site.url}/api/auth/refresh`, { method: 'POST' })
    expect(await answer.text()).toBe('{}')
    // A browser would reject a cookie of another domain.
    expect(answer.headers.getSetCookie()).toEqual(['refresh_token=x; Path=/api/auth; HttpOnly'])
    await fetch(`${site.url}/files/1/notes.txt`)
    await fetch(`${site.url}/mock-bank/bank.css`)
    const { host } = new URL(site.url)
    expect(asked).toEqual([
      `POST /api/auth/refresh for ${host}`,
      `GET /files/1/notes.txt for ${host}`,
      `GET /mock-bank/bank.css for ${host}`,
    ])
    expect(await (await fetch(`${site.url}/src/main.tsx`)).text()).toContain('"VITE_MOCKS": "off"')
  } finally {
    await site.close()
    backend.close()
  }
})

test('a saved component, message, course, handler or contract shows at once and keeps the session', async ({
  page,
  project,
  tripwires,
}) => {
  const slow = { timeout: 60_000 }
  // The scenario signs its user in.
  await page.goto('/groups?q=экзамен&scenario=examRunning')
  const toolbar = page.getByRole('region', { name: 'Панель симулятора' })
  await expect(toolbar).toContainText('Ольга Зайцева', slow)
  await expect(page.getByRole('button', { name: 'TanStack Router Devtools' })).toBeVisible(slow)
  await expect(page.getByRole('button', { name: 'Tanstack query devtools' })).toBeVisible(slow)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const isSamePage = () => page.evaluate(() => 'isSamePage' in window)

  await project.edit('src/features/groups/group-rows.tsx', 'aria-label={label}', 'aria-label="Новый список"')
  const list = page.getByRole('list', { name: 'Новый список' }).first()
  await expect(list).toBeVisible(slow)
  expect(await isSamePage()).toBe(true)
  await expect(page.getByRole('searchbox')).toHaveValue('экзамен')

  await project.edit('src/i18n/locales/ru/common.json', '"page.groups": "Моё', '"page.groups": "Новое')
  await expect(page.getByRole('heading', { level: 1, name: 'Новое обучение' })).toBeVisible(slow)
  expect(await isSamePage()).toBe(true)

  await project.edit('mocks/content/group-5/group.md', 'Экзамен', 'Новый экзамен')
  await expect(list).toContainText('Новый экзамен', slow)

  await project.edit('mocks/handlers/groups.ts', '.sort((a, b) => a.id - b.id)', '.slice(0, 0)')
  await expect(list).toBeHidden(slow)

  await project.edit(
    'openapi/schemas/GroupSummary.yaml',
    'x-rules:',
    '  teacher_name: { type: string }\nx-rules:',
  )
  await expect.poll(() => project.read('packages/contract/schema.gen.ts'), slow).toContain('teacher_name')

  // A mistake in the contract is reported with its file. The page can't validate by it, and goes on.
  tripwires.allowConsole(/virtual:contract|validate\.ts/)
  await project.edit('openapi/schemas/GroupSummary.yaml', '{ type: string }', '{ type: strin }')
  await expect.poll(project.printed, slow).toMatch(/GroupSummary/)
  await expect(toolbar).toContainText('Ольга Зайцева')
  await expect(toolbar).toContainText('Экзамен идёт уже час')
})
