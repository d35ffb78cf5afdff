import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeMissing, findChromium, findMissingServerTools, nginxPackages } from './browser-tools'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tools-'))
  for (const name of ['nginx', 'jq', 'openssl', 'chromium', 'plain-file'])
    await writeFile(join(folder, name), '')
  for (const name of ['nginx', 'jq', 'openssl', 'chromium']) await chmod(join(folder, name), 0o755)
})

afterAll(() => rm(folder, { recursive: true }))

describe('Chromium', () => {
  it('is found on the PATH', () => {
    expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(join(folder, 'chromium'))
  })

  it('is the one that PLAYWRIGHT_CHROMIUM names', () => {
    expect(findChromium({ PLAYWRIGHT_CHROMIUM: join(folder, 'nginx'), PATH: folder })).toBe(
      join(folder, 'nginx'),
    )
  })

  it('is the headless one where there are two', async () => {
    const headless = join(folder, 'chromium-headless-shell')
    await writeFile(headless, '')
    await chmod(headless, 0o755)
    expect(findChromium({ PATH: folder })).toBe(headless)
    await rm(headless)
  })

  it('is not replaced by another one when the named file cannot be run', () => {
    expect(findChromium({ PLAYWRIGHT_CHROMIUM: join(folder, 'plain-file'), PATH: folder })).toBeNull()
  })
})

describe('the tools of the server', () => {
  it('are complete where the commands and the module are', () => {
    const module = join(folder, 'plain-file')
    expect(findMissingServerTools({ path: `/nowhere:${folder}`, module })).toEqual([])
  })

  it('name the missing module', () => {
    const module = join(folder, 'gone.so')
    expect(findMissingServerTools({ path: folder, module })).toEqual([module])
  })
})

it('says what is missing and how to install it', () => {
  expect(describeMissing(['Chromium', 'jq'])).toMatch(
    /^The browser tests need Chromium, jq\. .* sudo apt-get install chromium nginx libnginx-mod-http-brotli-static jq openssl,/,
  )
})

const command = new RegExp(`sudo apt-get install ([^\\n]*)${nginxPackages.join(' ')} openssl`)

it.each(['.github/workflows/ci.yml', 'README.md'])('%s installs the same packages', path => {
  expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).toMatch(command)
})
