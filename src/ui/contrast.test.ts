import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Contrast ratios, computed from tokens.css (WCAG 2.2, 1.4.3 and 1.4.11). */
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

type Theme = 'light' | 'dark'
type Pair = Record<Theme, string>

const colours = new Map<string, Pair>(
  [...css.matchAll(/--color-([\w-]+):\s*(?:light-dark\((#\w+),\s*(#\w+)\)|(#\w+));/g)].map(
    ([, name = '', light, dark, both = '']) => [name, { light: light ?? both, dark: dark ?? both }],
  ),
)

function colour(name: string, theme: Theme): string {
  const pair = colours.get(name)
  if (!pair) throw new Error(`tokens.css has no colour named ${name}.`)
  return pair[theme]
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const backgrounds = ['canvas', 'surface', 'raised', 'sunken']
const worst = (name: string, theme: Theme, on: readonly string[] = backgrounds) =>
  Math.min(...on.map(background => contrast(colour(name, theme), colour(background, theme))))

/** Foreground, backgrounds, required ratio, and the expected worst ratios of the light and dark theme. */
const table: [name: string, on: readonly string[], least: number, light: number, dark: number][] = [
  ['text', backgrounds, 4.5, 15.57, 13.0],
  ['muted', backgrounds, 4.5, 7.1, 7.76],
  ['muted', ['signal-soft'], 4.5, 6.93, 7.83],
  ['subtle', backgrounds, 4.5, 5.29, 6.1],
  ['control', backgrounds, 3, 3.54, 3.84],
  ['focus', backgrounds, 3, 5.39, 7.44],
  ['on-accent', ['accent'], 4.5, 7.59, 8.49],
  ['on-accent', ['accent-hover'], 4.5, 9.66, 10.79],
  ['accent-text', backgrounds, 4.5, 7.52, 8.21],
  ['accent-text', ['accent-soft'], 4.5, 7.17, 7.74],
  ['signal', backgrounds, 4.5, 5.32, 7.36],
  ['signal', ['signal-soft'], 4.5, 5.2, 7.42],
  // Numerals of 24 px and more, and graphics.
  ['signal-fill', ['surface', 'signal-soft'], 3, 3.15, 7.42],
  ['success-text', backgrounds, 4.5, 6.48, 8.86],
  ['success-text', ['success-soft'], 4.5, 6.51, 8.23],
  ['warning-text', backgrounds, 4.5, 6.73, 8.91],
  ['warning-text', ['warning-soft'], 4.5, 6.84, 8.46],
  ['danger-text', backgrounds, 4.5, 6.74, 7.63],
  ['danger-text', ['danger-soft'], 4.5, 6.53, 7.9],
  ['info-text', backgrounds, 4.5, 6.51, 8.48],
  ['info-text', ['info-soft'], 4.5, 6.39, 8.04],
  ['on-success', ['success'], 4.5, 5.03, 8.55],
  ['on-warning', ['warning'], 4.5, 5.47, 8.88],
  ['on-danger', ['danger'], 4.5, 6.02, 8.05],
]

describe.each(['light', 'dark'] as const)('%s', theme => {
  test.each(table)('A11Y-04 %s on %s is at least %d to 1', (name, on, least, light, dark) => {
    const found = worst(name, theme, on)
    expect(found).toBeGreaterThanOrEqual(least)
    expect(found).toBeCloseTo(theme === 'light' ? light : dark, 1)
  })

  test.each(['gold', 'silver', 'bronze'])('%s numerals are readable on a card', medal => {
    expect(worst(medal, theme, ['surface'])).toBeGreaterThanOrEqual(theme === 'light' ? 5.5 : 7.9)
  })

  test.each(['success', 'warning', 'danger', 'info'])(
    'body text is readable on the soft background of %s',
    tone => {
      expect(worst('text', theme, [`${tone}-soft`])).toBeGreaterThanOrEqual(7)
      expect(worst('focus', theme, [`${tone}-soft`])).toBeGreaterThanOrEqual(3)
    },
  )

  test('a hovered danger button is readable', () => {
    expect(worst('on-danger', theme, ['danger-text'])).toBeGreaterThanOrEqual(4.5)
  })

  test('solid neutral and info badges are readable', () => {
    expect(worst('surface', theme, ['text', 'info-text'])).toBeGreaterThanOrEqual(4.5)
  })
})

test('every terminal colour is readable on its background', () => {
  const inks = [...colours.keys()].filter(name => name.startsWith('term-'))
  expect(inks).toHaveLength(8)
  for (const ink of inks) expect(worst(ink, 'dark', ['term'])).toBeGreaterThanOrEqual(6.25)
})

test('a match of a search in the terminal is readable, and differs from the current one', () => {
  expect(worst('term-text', 'dark', ['match'])).toBeGreaterThanOrEqual(4.5)
  expect(worst('term', 'dark', ['term-yellow'])).toBeGreaterThanOrEqual(4.5)
  expect(worst('match', 'dark', ['term-yellow'])).toBeGreaterThanOrEqual(3)
})
