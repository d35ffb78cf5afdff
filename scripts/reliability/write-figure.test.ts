import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeFigure } from './write-figure'

const someFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    vi.unstubAllEnvs()
  })
  return join(folder, 'made when it is needed')
}

test('a figure is a file of its name, and the last one counts', () => {
  const folder = someFolder()
  vi.stubEnv('FLAGSHIP_FIGURES', folder)
  writeFigure('bad-inputs.address', { tried: 1, escaped: 1 })
  writeFigure('bad-inputs.address', { tried: 2, escaped: 0 })
  const written: unknown = JSON.parse(readFileSync(join(folder, 'bad-inputs.address.json'), 'utf8'))
  expect(written).toEqual({ tried: 2, escaped: 0 })
})

test('nothing is written where nobody asks', () => {
  const folder = someFolder()
  vi.stubEnv('FLAGSHIP_FIGURES', '')
  writeFigure('soak', { cycles: 1 })
  expect(existsSync(folder)).toBe(false)
})
