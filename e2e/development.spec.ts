import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect } from '@playwright/test'
import { test } from './platform'

const parts =
  'src mocks openapi scripts deploy public index.html terminal.html package.json tsconfig.json vite.config.ts'

/** Allows the packages, which are outside of the copy, and bundles them there: other tests use the usual folder. */
const config = (root: string) => `import { mergeConfig } from 'vite'
import base from './vite.config.ts'
const own = { cacheDir: '.vite', server: { fs: { allow: ['.', ${JSON.stringify(root)}] } } }
export default environment => mergeConfig(base(environment), own)
`

/** `npm start` in a copy of the project, whose files a test may change. */
async function startInCopy() {
  const root = process.cwd()
  const folder = await mkdtemp(join(tmpdir(), 'development-'))
  await Promise.all(
    parts.split(' ').map(part => cp(join(root, part), join(folder, part), { recursive: true })),
  )
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'copy.config.ts'), config(root))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { API_URL: _, ...env } = process.env
  const server = spawn(process.execPath, [vite, '--config', 'copy.config.ts', '--port', '0'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', chunk => {
      printed += stripVTControlCharacters(String(chunk))
    })
  const findUrl = () => /Local:\s+(http:\S+?)\/?\s/.exec(printed)?.[1]
  await expect.poll(findUrl, { timeout: 60_000 }).toBeDefined()
  return {
    url: findUrl() ?? '',
    printed: () => printed,
    read: (path: string) => readFile(join(folder, path), 'utf8'),
    edit: async (path: string, from: string, to: string) => {
      const text = await readFile(join(folder, path), 'utf8')
      expect(text).toContain(from)
      await writeFile(join(folder, path), text.replace(from, to))
    },
    close: async () => {
      const ended = once(server, 'exit')
      server.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

const base = test.extend<{ project: Awaited<ReturnType<typeof startInCopy>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
  project: async ({}, use) => {
    const project = await startInCopy()
    await use(project)
    await project.close()
  },
  baseURL: ({ project }, use) => use(project.url),
})

base(
  'a saved component, message, course, handler or contract shows at once and keeps the session',
  async ({ page, project, tripwires }) => {
    base.setTimeout(180_000)
    const slow = { timeout: 60_000 }
    // The scenario signs its user in.
    await page.goto('/groups?q=экзамен&scenario=examRunning')
    const toolbar = page.getByRole('region', { name: 'Панель симулятора' })
    await expect(toolbar).toContainText('Ольга Зайцева', slow)
    await expect(page.getByRole('button', { name: 'TanStack Router Devtools' })).toBeVisible(slow)
    await expect(page.getByRole('button', { name: 'Tanstack query devtools' })).toBeVisible(slow)
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const isSamePage = () => page.evaluate(() => 'isSamePage' in window)

    await project.edit(
      'src/features/groups/group-card.tsx',
      'aria-label={label}',
      'aria-label="Новый список"',
    )
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
    await expect.poll(() => project.read('src/api/schema.gen.ts'), slow).toContain('teacher_name')

    // A mistake in the contract is reported with its file. The page can't validate by it, and goes on.
    tripwires.allowConsole(/virtual:contract|validate\.ts/)
    await project.edit('openapi/schemas/GroupSummary.yaml', '{ type: string }', '{ type: strin }')
    await expect.poll(project.printed, slow).toMatch(/GroupSummary/)
    await expect(toolbar).toContainText('Ольга Зайцева')
    await expect(toolbar).toContainText('Экзамен идёт уже час')
  },
)
