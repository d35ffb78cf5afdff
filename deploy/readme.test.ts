import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8')
const startScript = readFileSync(new URL('./nginx/start.sh', import.meta.url), 'utf8')

/** The first code block of a language below a heading. */
function blockBelow(heading: string, language: string): string {
  const below = readme.slice(readme.indexOf(`\n## ${heading}\n`))
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(below)?.[1] ?? ''
}

it('C06 a release made by the README keeps the assets of the release before it, and no older ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const recipe = blockBelow('Two releases side by side', 'sh').replace(/^SITE=.*\n/m, '')
  await mkdir(join(folder, 'dist/assets'), { recursive: true })
  for (const path of ['builds/1.2/assets', 'flagship-1.2/assets'])
    await mkdir(join(folder, path), { recursive: true })
  await writeFile(join(folder, 'flagship-1.2/config.json'), '{}')
  const assetsOf = (release: string) => readdirSync(join(folder, `flagship-${release}/assets`)).sort()
  for (const [before, release] of [
    ['1.2', '1.3'],
    ['1.3', '1.4'],
    ['1.4', '1.5'],
  ] as const) {
    rmSync(join(folder, 'dist/assets'), { recursive: true })
    await mkdir(join(folder, 'dist/assets'))
    for (const name of ['common.js', `${release}.js`])
      await writeFile(join(folder, 'dist/assets', name), release)
    const script = recipe.replaceAll('1.4', before).replaceAll('1.5', release).replaceAll('/srv', folder)
    spawnSync('sh', ['-c', script], { cwd: folder })
  }
  expect(assetsOf('1.4')).toEqual(['1.3.js', '1.4.js', 'common.js'])
  expect(assetsOf('1.5')).toEqual(['1.4.js', '1.5.js', 'common.js'])
  expect(readFileSync(join(folder, 'flagship-1.5/assets/common.js'), 'utf8')).toBe('1.5')
  expect(readFileSync(join(folder, 'flagship-1.5/config.json'), 'utf8')).toBe('{}')
})

it('C06 an image of two releases is made of two plain images', () => {
  const below = blockBelow('Two releases side by side', 'dockerfile')
  expect([...below.matchAll(/flagship:(\S+)/g)].map(([, tag]) => tag)).toEqual(['1.5-plain', '1.4-plain'])
})

it('the systemd unit sets the access log, because its standard output is a socket', () => {
  const settings = /^Environment=(.*)$/m.exec(blockBelow('nginx on Debian', 'ini'))?.[1]?.split(' ') ?? []
  expect(settings.map(setting => setting.split('=', 1)[0])).toEqual(['API_URL', 'HOSTS', 'ACCESS_LOG'])
})

it('every setting of start.sh is in the table with its default', () => {
  const taken = [...startScript.matchAll(/\$\{([A-Z_]+):[-=]([^}]*)\}/g)]
  expect(taken.length).toBeGreaterThan(9)
  for (const [, name, value = ''] of taken) {
    const row = readme.split('\n').find(line => line.startsWith('|') && line.includes(`\`${name}\``)) ?? ''
    expect([name, row]).toEqual([name, expect.stringContaining(value.replace('$', ''))])
  }
})
