import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildElsewhere, differences, hashFiles } from './reproduce'

async function makeFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reproduce-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

it('K08 two folders are compared file by file, deep ones too', async () => {
  const first = await hashFiles(await makeFolder({ 'a.js': '1', 'assets/b.js': '1', 'c.js': '1' }))
  const second = await hashFiles(await makeFolder({ 'a.js': '1', 'assets/b.js': '2', 'd.js': '1' }))
  expect(differences(first, second)).toEqual([
    'assets/b.js differs.',
    'Only the first has c.js.',
    'Only the second has d.js.',
  ])
  expect(differences(first, first)).toEqual([])
})

it('K08 the second build sees another folder, time zone, language and year, and is told with its words when it fails', {
  timeout: 60_000,
}, async () => {
  const seen =
    '[new Date().getFullYear(), new Date(Date.now()).getFullYear(), process.env.TZ, process.env.LANG]'
  const build = `require('fs').writeFileSync('seen', ${seen}.join()); console.log('torn'); process.exit(2)`
  const manifest = JSON.stringify({ scripts: { build: 'node build.cjs' } })
  const folder = await makeFolder({ 'package.json': manifest, 'build.cjs': build })
  await expect(buildElsewhere(folder)).rejects.toThrow(/ended with 2:[\s\S]*torn/)
  const [year, sameYear, zone, language] = (await readFile(join(folder, 'seen'), 'utf8')).split(',')
  expect(Number(year)).toBeGreaterThan(new Date().getFullYear())
  expect([sameYear, zone, language]).toEqual([year, 'Pacific/Auckland', 'C'])
})
