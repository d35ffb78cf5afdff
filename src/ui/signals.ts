/** The colours of signal flags; each is a token, `--color-signal-*`. */
export type SignalColour = 'white' | 'yellow' | 'red' | 'blue' | 'black'

/** A background and its layers, in a square of 18 units: absolute `M`, relative `h`, `v`, `l`, and `z`. */
export type Signal = readonly [ground: SignalColour, ...layers: (readonly [SignalColour, string])[]]

/** International Code of Signals, without letters that look like another in greyscale. */
export const signals = {
  C: ['blue', ['white', 'M0 3.6h18v10.8h-18z'], ['red', 'M0 7.2h18v3.6h-18z']],
  F: ['white', ['red', 'M9 0l9 9l-9 9l-9 -9z']],
  G: ['yellow', ['blue', 'M3 0h3v18h-3zM9 0h3v18h-3zM15 0h3v18h-3z']],
  J: ['blue', ['white', 'M0 6h18v6h-18z']],
  K: ['yellow', ['blue', 'M9 0h9v18h-9z']],
  L: ['yellow', ['black', 'M9 0h9v9h-9zM0 9h9v9h-9z']],
  M: ['blue', ['white', 'M0 0h4l5 5l5 -5h4v4l-5 5l5 5v4h-4l-5 -5l-5 5h-4v-4l5 -5l-5 -5z']],
  N: [
    'white',
    [
      'blue',
      'M0 0h4.5v4.5h-4.5zM9 0h4.5v4.5h-4.5zM4.5 4.5h4.5v4.5h-4.5zM13.5 4.5h4.5v4.5h-4.5zM0 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5zM4.5 13.5h4.5v4.5h-4.5zM13.5 13.5h4.5v4.5h-4.5z',
    ],
  ],
  O: ['yellow', ['red', 'M0 0h18v18z']],
  P: ['blue', ['white', 'M5 5h8v8h-8z']],
  R: ['red', ['yellow', 'M7 0h4v7h7v4h-7v7h-4v-7h-7v-4h7z']],
  S: ['white', ['blue', 'M5 5h8v8h-8z']],
  T: ['red', ['white', 'M6 0h6v18h-6z'], ['blue', 'M12 0h6v18h-6z']],
  U: ['white', ['red', 'M0 0h9v9h-9zM9 9h9v9h-9z']],
  V: ['white', ['red', 'M0 0h4l5 5l5 -5h4v4l-5 5l5 5v4h-4l-5 -5l-5 5h-4v-4l5 -5l-5 -5z']],
  W: ['blue', ['white', 'M3 3h12v12h-12z'], ['red', 'M6 6h6v6h-6z']],
  Y: ['yellow', ['red', 'M4 0h5l-9 9v-5zM14 0h4v1l-17 17h-1v-4zM18 6v5l-7 7h-5z']],
} as const satisfies Record<string, Signal>

export type SignalLetter = keyof typeof signals

/** The usual categories, by a word in their Russian or English name. The first match counts. */
const usual: readonly (readonly [RegExp, SignalLetter])[] = [
  [/веб|\bweb/i, 'W'],
  [/привилег|privileg/i, 'V'],
  [/крипто|crypto/i, 'K'],
  [/реверс|обратн|revers/i, 'R'],
  [/криминал|форенз|forensic/i, 'F'],
  [/osint|разведк|intelligence/i, 'O'],
  [/linux|линукс|администр|administr/i, 'L'],
  [/pwn|бинарн|эксплуатац|binary|exploit/i, 'P'],
  [/стегано|stegano/i, 'S'],
  [/сет[ьие]|network/i, 'N'],
  [/разн|прочее|misc/i, 'M'],
]

/** For other names. None of them belongs to a usual category. */
const others = ['C', 'G', 'J', 'T', 'U', 'Y'] as const satisfies readonly SignalLetter[]

/** The flag of a category: the same for the same name, on every page and device. */
export function getSignal(name: string): SignalLetter {
  const found = usual.find(([pattern]) => pattern.test(name))
  if (found) return found[1]
  return others[getHash(name) % others.length] ?? 'C'
}

function getHash(name: string): number {
  let hash = 0
  // A name comes from a response, whose types are not checked in production.
  for (const character of String(name).trim().toLowerCase())
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hash
}
