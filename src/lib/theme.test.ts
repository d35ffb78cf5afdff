// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { storage } from './storage'
import { applyTheme, readTheme } from './theme'

const { dataset } = document.documentElement

afterEach(() => applyTheme('system'))

test.each(['light', 'dark'] as const)(
  '%s is kept and shown at once, and the system’s takes it back',
  theme => {
    applyTheme(theme)
    expect([readTheme(), storage.get('theme'), dataset.theme]).toEqual([theme, theme, theme])
    applyTheme('system')
    expect([readTheme(), storage.get('theme'), dataset.theme]).toEqual(['system', null, undefined])
  },
)

test('S03 anything else that is kept is the system’s', () => {
  localStorage.setItem('theme', 'pink')
  expect(readTheme()).toBe('system')
  localStorage.setItem('theme', 'system')
  expect(readTheme()).toBe('system')
})
