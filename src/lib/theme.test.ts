// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { storage } from './storage'
import { applyTheme, readTheme } from './theme'

const { dataset } = document.documentElement

afterEach(() => applyTheme('system'))

test.each(['light', 'dark'] as const)('stores and applies %s, and the system theme removes it', theme => {
  applyTheme(theme)
  expect([readTheme(), storage.get('theme'), dataset.theme]).toEqual([theme, theme, theme])
  applyTheme('system')
  expect([readTheme(), storage.get('theme'), dataset.theme]).toEqual(['system', null, undefined])
})

test('S03 other stored values mean the system theme', () => {
  localStorage.setItem('theme', 'pink')
  expect(readTheme()).toBe('system')
  localStorage.setItem('theme', 'system')
  expect(readTheme()).toBe('system')
})
