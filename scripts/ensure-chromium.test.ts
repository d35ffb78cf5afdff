import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from './ensure-chromium'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chromium-'))
  await writeFile(join(folder, 'google-chrome'), '')
  await writeFile(join(folder, 'chromium-browser'), '')
  await writeFile(join(folder, 'chromium'), 'a file nobody may run')
  await chmod(join(folder, 'google-chrome'), 0o755)
  await chmod(join(folder, 'chromium-browser'), 0o755)
})

afterAll(() => rm(folder, { recursive: true }))

describe('findChromium', () => {
  it('takes the named one before all others', () => {
    const named = join(folder, 'google-chrome')
    expect(findChromium({ PLAYWRIGHT_CHROMIUM: named, PATH: folder })).toBe(named)
  })

  it('does not silently take another when the named one is not there', () => {
    expect(findChromium({ PLAYWRIGHT_CHROMIUM: join(folder, 'gone'), PATH: folder })).toBeNull()
  })

  it('takes the first on the PATH that can be run', () => {
    expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(join(folder, 'chromium-browser'))
  })

  it('takes the one without windows before a whole browser', async () => {
    const shell = join(folder, 'chromium-headless-shell')
    await writeFile(shell, '')
    await chmod(shell, 0o755)
    expect(findChromium({ PATH: `${folder}:/nowhere` })).toBe(shell)
  })
})
