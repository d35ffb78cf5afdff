import { expect, it } from 'vitest'
import { storage } from './storage'
import { terminalSettings } from './terminal-settings'

it('stores the settings within the limits', () => {
  storage.remove('flagship.terminal')
  expect(terminalSettings.read()).toEqual({ fontSize: 14, height: null, isScreenReader: false })
  expect(terminalSettings.change({ fontSize: 99, height: 3 })).toMatchObject({ fontSize: 24, height: 20 })
  expect(terminalSettings.change({ isScreenReader: true })).toEqual(terminalSettings.read())
  expect(terminalSettings.read()).toEqual({ fontSize: 24, height: 20, isScreenReader: true })
})

it.each(['', '{', 'null', '[]', '"x"', '{"fontSize":"14","height":{},"isScreenReader":"yes"}'])(
  'treats %j as missing',
  raw => {
    storage.set('flagship.terminal', raw)
    expect(terminalSettings.read()).toEqual({ fontSize: 14, height: null, isScreenReader: false })
  },
)
