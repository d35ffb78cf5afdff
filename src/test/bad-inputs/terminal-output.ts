import type { Inputs } from './inputs'
import { type Make, mutated, oneOf } from './mutate'

const esc = '\u001b'
const [bel, st] = ['\u0007', `${esc}\\`]

const seeds = [
  ...[
    `${esc}]0;evil${bel}`,
    `${esc}]2;evil${st}`,
    `${esc}]52;c;ZXZpbA==${bel}`,
    `${esc}]52;c;?${st}`,
    `${esc}]1337;File=:AAAA${bel}`,
  ],
  ...[
    `${esc}]8;;javascript:alert(1)${st}x${esc}]8;;${st}`,
    `${esc}]8;id=1;https://evil.example${bel}x${esc}]8;;${bel}`,
    `${esc}]7;file:///etc${bel}`,
  ],
  ...[
    `${esc}[c`,
    `${esc}[>c`,
    `${esc}[=c`,
    `${esc}[6n`,
    `${esc}[?6n`,
    `${esc}[5n`,
    `${esc}[?25$p`,
    `${esc}P$qm${st}`,
    `${esc}P$q"p${st}`,
    `${esc}P+q544e${st}`,
  ],
  ...[
    `${esc}[21t`,
    `${esc}[20t`,
    `${esc}[18t`,
    `${esc}]4;0;?${bel}`,
    `${esc}]10;?${bel}`,
    `${esc}]11;?${st}`,
    `${esc}]l`,
    `${esc}[x`,
    '\u0005',
    `${esc}Z`,
  ],
  ...[
    `${esc}[2147483647b`,
    `a${esc}[99999b`,
    `${esc}[2147483647L`,
    `${esc}[4294967296S`,
    `${esc}[99999999999999999999C`,
    `${esc}[-1A`,
    `${esc}[1;2;3;4;5;6;7;8;9m`,
  ],
  ...[
    `${esc}[?1049h`,
    `${esc}[?1000h`,
    `${esc}[?1004h`,
    `${esc}[?2004h`,
    `${esc}c`,
    `${esc}[!p`,
    `${esc}#8`,
    `${esc}(0`,
    `${esc}[?3h`,
    `${esc}[1;9999r`,
  ],
  ...[
    bel.repeat(500),
    `rm -rf /\r`,
    '\u009b6n',
    '\u009d0;evil\u009c',
    '\u0090$qm\u009c',
    `${esc}P${'x'.repeat(5000)}`,
    `${esc}]0;${'x'.repeat(5000)}`,
    `${esc}_Gf=100;AAAA${st}`,
  ],
]

const row: Make<string> = random =>
  Array.from({ length: random.int(2, 6) }, () => random.pick(seeds)).join(random.pick(['', 'x', '\r\n']))

const noise: Make<string> = random =>
  String.fromCharCode(...Array.from({ length: random.int(1, 200) }, () => random.int(0, 255)))

/** What a host may write to the terminal. */
export const outputInputs: Inputs<string> = {
  name: 'terminal-output',
  count: 250,
  always: seeds,
  make: oneOf([4, mutated(seeds)], [2, row], [1, noise]),
}

/** What has come out of the terminal. */
export interface Shown {
  title: string | null
  clipboard: string | null
  /** Addresses that were handed on to be opened. */
  links: string[]
  /** What was sent to the host as if it had been typed. */
  inputs: string[]
}

/** Answers to a host's own questions: none of them ends a line, so none runs as a command. */
const answers =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals answer by them.
  /^(?:\u001b\[[?>=]?[\d;]*[cRnyIOt]|\u001b\[[?]?[\d;]*\$y|\u001bP[01]\$r[^\r\n\u001b]*\u001b\\|\u001b\](?:4;\d+|1[012]);rgb:[\da-f/]+(?:\u001b\\|\u0007))*$/

export const judgeOutput = (
  { title, clipboard, links, inputs }: Shown,
  milliseconds: number,
): string | null => {
  if (title !== null) return `changes the title to ${JSON.stringify(title.slice(0, 40))}`
  if (clipboard !== null) return `reaches the clipboard: ${clipboard.slice(0, 40)}`
  if (links.some(link => !/^https?:.*(?<!, unasked)$/.test(link))) return `opens ${links.join()}`
  const typed = inputs.join('')
  if (!answers.test(typed)) return `types ${JSON.stringify(typed.slice(0, 80))}`
  return milliseconds > 3000 ? `takes ${Math.round(milliseconds)} ms` : null
}
