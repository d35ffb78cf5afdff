import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { getSignal, type Signal, type SignalColour, signals } from './signals'

type Rgb = readonly [number, number, number]

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The colour of a token, in linear light. */
function tokenColour(name: string): Rgb {
  const hex = new RegExp(`--color-signal-${name}: #(\\w{6});`).exec(css)?.[1]
  if (!hex) throw new Error(`tokens.css has no colour named signal-${name}.`)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(at => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return [red, green, blue]
}

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

const contrast = (one: Rgb, other: Rgb) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Machado, Oliveira and Fernandes (2009), for the whole loss of one kind of cone; and no colour at all. */
const visions: Record<string, readonly [Rgb, Rgb, Rgb]> = {
  'no red cones': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green cones': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue cones': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  'grey scale': [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
}

const see = (matrix: readonly Rgb[], colour: Rgb): Rgb => {
  const [red = 0, green = 0, blue = 0] = matrix.map(row =>
    Math.min(1, Math.max(0, row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2])),
  )
  return [red, green, blue]
}

type Point = readonly [number, number]

function toPolygons(path: string): Point[][] {
  const polygons: Point[][] = []
  let [x, y] = [0, 0]
  for (const [, command = '', rest = ''] of path.matchAll(/([Mhvlz])([^Mhvlz]*)/g)) {
    const [first = 0, second = 0] = (rest.match(/-?[\d.]+/g) ?? []).map(Number)
    if (command === 'z') continue
    if (command === 'M') {
      ;[x, y] = [first, second]
      polygons.push([])
    } else if (command === 'h') x += first
    else if (command === 'v') y += first
    else [x, y] = [x + first, y + second]
    polygons.at(-1)?.push([x, y])
  }
  return polygons
}

const isInside = (polygon: readonly Point[], [x, y]: Point): boolean =>
  polygon.filter(([ax, ay], index) => {
    const [bx, by] = polygon[(index + 1) % polygon.length] ?? [ax, ay]
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
  }).length %
    2 ===
  1

/** The colours of a flag, at 20 by 20 points. */
function raster([ground, ...layers]: Signal): SignalColour[] {
  const shapes = layers.map(([colour, path]) => ({ colour, polygons: toPolygons(path) }))
  return Array.from({ length: 400 }, (_, index) => {
    const point: Point = [((index % 20) + 0.52) * 0.9, (Math.floor(index / 20) + 0.47) * 0.9]
    const top = shapes.findLast(({ polygons }) => polygons.some(polygon => isInside(polygon, point)))
    return top?.colour ?? ground
  })
}

const flags = Object.entries(signals).map(([letter, signal]) => ({ letter, signal, points: raster(signal) }))

test.each(flags)('each colour of $letter has a contrast of at least 3 with what lies beside it', flag => {
  const { points } = flag
  const beside = points.flatMap((colour, index) =>
    [points[index + 20], index % 20 < 19 ? points[index + 1] : undefined]
      .filter(other => other !== undefined && other !== colour)
      .map(other => [colour, other] as const),
  )
  expect(beside.length).toBeGreaterThan(10)
  const unlike = beside.filter(([one, other]) => contrast(tokenColour(one), tokenColour(other as string)) < 3)
  expect(unlike).toEqual([])
})

describe.each(Object.entries(visions))('with %s', (_name, matrix) => {
  test('no two flags look alike', () => {
    const alike = flags.flatMap((one, index) =>
      flags.slice(index + 1).flatMap(other => {
        const different = one.points.filter((colour, at) => {
          const [seen, otherSeen] = [colour, other.points[at] ?? colour].map(name =>
            see(matrix, tokenColour(name)),
          )
          return seen && otherSeen && contrast(seen, otherSeen) >= 3
        })
        return different.length < 40 ? [`${one.letter}${other.letter} ${different.length}`] : []
      }),
    )
    expect(alike).toEqual([])
  })
})

test.each([
  ['Веб', 'W'],
  ['Web application security', 'W'],
  ['Прикладная криптография', 'K'],
  ['Reverse engineering', 'R'],
  ['Цифровая криминалистика', 'F'],
  ['Сетевая безопасность', 'N'],
  ['Администрирование Linux', 'L'],
  ['OSINT', 'O'],
  ['PWN', 'P'],
])('%s flies %s', (name, letter) => {
  expect(getSignal(name)).toBe(letter)
})

test('another name flies the same flag always, and none of a usual category', () => {
  const names = Array.from({ length: 50 }, (_, index) => `Раздел ${index}`)
  const found = names.map(getSignal)
  expect(found).toEqual(names.map(name => getSignal(` ${name.toUpperCase()} `)))
  expect([...new Set(found)].sort()).toEqual(['C', 'G', 'J', 'T', 'U', 'Y'])
})
