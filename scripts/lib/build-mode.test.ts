import { describe, expect, it } from 'vitest'
import { readBuildMode } from './build-mode'

const build = (mode: string, env = {}) => readBuildMode({ command: 'build', mode, env })
const serve = (env = {}) => readBuildMode({ command: 'serve', mode: 'development', env })

describe('the build mode', () => {
  it.each([
    ['production', 'off', 'off', 'dist'],
    ['staging', 'off', 'on', 'dist-staging'],
    ['demo', 'on', 'on', 'dist-demo'],
  ])('%s: mocks %s, devtools %s, in %s', (mode, mocks, devtools, outDir) => {
    expect(build(mode)).toEqual({ mocks, devtools, outDir })
  })

  it.each([
    ['the simulated platform and devtools', {}, 'on', 'on'],
    ['only devtools with a backend', { API_URL: 'https://stage.example' }, 'off', 'on'],
    ['neither in tests', { VITEST: 'true' }, 'off', 'off'],
  ])('a development server has %s', (_, env, mocks, devtools) => {
    expect(serve(env)).toMatchObject({ mocks, devtools })
  })

  it.each([
    ['VITE_MOCKS', 'on'],
    ['VITE_MOCKS', 'true'],
    ['VITE_MOCKS', '1'],
    ['VITE_DEVTOOLS', 'on'],
  ])('H09 a production build fails with %s=%s', (name, value) => {
    expect(() => build('production', { [name]: value })).toThrow(`${name} is set to "${value}"`)
  })

  it('H09 accepts variables that switch a feature off', () => {
    expect(build('production', { VITE_MOCKS: 'off', VITE_DEVTOOLS: '' }).mocks).toBe('off')
  })

  it('rejects an unknown mode and lists the known ones', () => {
    expect(() => build('prodution')).toThrow('there are production, staging, demo, development')
  })
})
