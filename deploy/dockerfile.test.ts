import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nginxPackages } from '../scripts/browser-tools'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Instructions with their arguments; continued lines are joined. */
const instructions = read('./Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter(line => line !== '')
  .map(line => ({ name: line.split(' ', 1)[0] ?? '', value: line.slice(line.indexOf(' ') + 1) }))

const getArguments = (name: string) => instructions.filter(one => one.name === name).map(({ value }) => value)

describe('the image', () => {
  it('has two stages, and copies only the site and its configuration from the first', () => {
    expect(getArguments('FROM')).toHaveLength(2)
    const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
    const copied = last.filter(({ name }) => name === 'COPY').map(({ value }) => value)
    expect(copied).toEqual([
      '--from=build /build/dist /srv/flagship',
      '--from=build /build/nginx /usr/lib/flagship',
    ])
  })

  it.each(getArguments('FROM'))('starts from a pinned version: %s', image => {
    expect(image).toMatch(/^(?:node:\d+\.\d+\.\d+-|debian:\d+\.\d+-)[a-z-]+(?: AS build)?$/)
  })

  it('fetches nothing but packages: no ADD, no curl, no install scripts', () => {
    expect(getArguments('ADD')).toEqual([])
    const runs = getArguments('RUN').join('\n')
    expect(runs).not.toMatch(/curl|wget|https?:/)
    expect(runs.match(/npm (?:ci|install|i)\b.*/g)).toEqual(['npm ci --ignore-scripts'])
    expect(instructions.findIndex(({ value }) => value.includes('npm ci'))).toBeLessThan(
      instructions.findIndex(({ value }) => value === '. .'),
    )
  })

  it('installs the packages of every workspace', () => {
    const { workspaces } = JSON.parse(read('../package.json'))
    const copied = getArguments('COPY').flatMap(value => /^(\S+)\/package\.json \1\/$/.exec(value)?.[1] ?? [])
    expect(copied).toEqual(workspaces)
  })

  it('builds and writes the configuration', () => {
    expect(getArguments('RUN').join('\n')).toMatch(/npm run build && npx tsx deploy\/write-nginx\.ts/)
  })

  it('installs the same packages as the browser tests', () => {
    const installed =
      /apt-get install -y --no-install-recommends ([^&]*)/.exec(getArguments('RUN').join('\n'))?.[1] ?? ''
    expect(installed.trim().split(/\s+/)).toEqual(expect.arrayContaining(nginxPackages))
  })

  it('runs start.sh as a numeric user who is not root', () => {
    expect(getArguments('USER')).toEqual(['10001:10001'])
    const after = instructions
      .slice(instructions.findIndex(({ name }) => name === 'USER'))
      .map(({ name }) => name)
    expect(after).not.toContain('RUN')
    expect(getArguments('ENTRYPOINT')).toEqual(['["/usr/lib/flagship/start.sh"]'])
    expect(getArguments('HEALTHCHECK').join()).toContain('/usr/lib/flagship/health.sh')
  })

  it('redirects to https at 443, whatever port it listens on', () => {
    expect(getArguments('ENV').join(' ').split(' ')).toContain('OUTER_TLS_PORT=443')
  })

  it('holds no secret, and exposes no privileged port', () => {
    expect(instructions.map(({ value }) => value).join('\n')).not.toMatch(/token|password|secret|API_URL/i)
    for (const port of getArguments('EXPOSE').join(' ').split(' ')) expect(Number(port)).toBeGreaterThan(1023)
  })
})

it('only listed files go into the build', () => {
  const lines = read('./Dockerfile.dockerignore')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  expect(lines[0]).toBe('*')
  const named = lines.filter(line => line.startsWith('!'))
  expect(named).toEqual(expect.arrayContaining(['!package-lock.json', '!src', '!deploy', '!vite.config.ts']))
  expect(named.join()).not.toMatch(/git|node_modules|\.env|dist|test-results/)
  expect(lines).toContain('**/.env*')
})

const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8')

/** The first code block of a language below a heading. */
function blockBelow(heading: string, language: string): string {
  const below = readme.slice(readme.indexOf(`\n## ${heading}\n`))
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(below)?.[1] ?? ''
}

it('C06 a release made by the README keeps the assets of the release before it, and no older ones', async ({
  skip,
}) => {
  skip(process.platform === 'win32', 'there is no POSIX shell')
  const folder = mkdtempSync(join(tmpdir(), 'releases-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const recipe = blockBelow('Two releases side by side', 'sh').replace(/^SITE=.*\n/m, '')
  await mkdir(join(folder, 'dist/assets'), { recursive: true })
  for (const path of ['builds/1.2/assets', 'flagship-1.2/assets'])
    await mkdir(join(folder, path), { recursive: true })
  await writeFile(join(folder, 'flagship-1.2/config.json'), '{}')
  const getAssets = (release: string) => readdirSync(join(folder, `flagship-${release}/assets`)).sort()
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
  expect(getAssets('1.4')).toEqual(['1.3.js', '1.4.js', 'common.js'])
  expect(getAssets('1.5')).toEqual(['1.4.js', '1.5.js', 'common.js'])
  expect(readFileSync(join(folder, 'flagship-1.5/assets/common.js'), 'utf8')).toBe('1.5')
  expect(readFileSync(join(folder, 'flagship-1.5/config.json'), 'utf8')).toBe('{}')
})

it('C06 an image of two releases is made of two plain images', () => {
  const below = blockBelow('Two releases side by side', 'dockerfile')
  expect([...below.matchAll(/flagship:(\S+)/g)].map(([, tag]) => tag)).toEqual(['1.5-plain', '1.4-plain'])
})
