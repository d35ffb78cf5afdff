import { Terminal } from '@xterm/xterm'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll } from 'vitest'
import { BoardRow } from '../../features/leaderboard/board-row'
import { safeLink } from '../../lib/safe-url'
import type { FromTerminal } from '../../lib/terminal-channel'
import { createWire } from '../../terminal/wire'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { EmailText } from '../../ui/email-text'
import { holdSink } from './hold-sink'
import { nameInputs } from './names'
import { judgeOutput, outputInputs, type Shown } from './terminal-output'

beforeAll(() => {
  // xterm asks for it when it is loaded; jsdom has none.
  window.matchMedia ??= () => ({ addListener() {}, removeListener() {} }) as never
})

const { body } = document.implementation.createHTMLDocument('')

/** The tags of a tree in their order, and the words in its first `bdi`. */
const shapeOf = (html: string): { tags: string; words: string | null } => {
  body.innerHTML = html
  const tags = [...body.querySelectorAll('*')].map(({ localName }) => localName).join(' ')
  return { tags, words: body.querySelector('bdi')?.textContent ?? null }
}

type Draw = (name: string) => string

const known = new WeakMap<Draw, string>()

/** The tags around a harmless name. */
const plain = (draw: Draw): string => {
  const tags = known.get(draw) ?? shapeOf(draw('plain')).tags
  known.set(draw, tags)
  return tags
}

const squeezed = (text: string): string => text.replace(/[\s\0\ufffd\ud800-\udfff]+/g, '')

const rowOf = (username: string) => ({ user_id: 1, rank: 1, username, points: 5, solved: 1 })

const nothing = { row: undefined }

/** Names of the board, of the way here and of an address: one `bdi` each, with the letters that were given. */
const draws: readonly Draw[] = [
  name =>
    renderToStaticMarkup(
      <table>
        <tbody>
          <BoardRow row={rowOf(name)} language="ru" rowIndex={nothing.row} ownWords={null} ref={null} />
        </tbody>
      </table>,
    ),
  name => renderToStaticMarkup(<Breadcrumbs label="way" items={[{ id: 'a', content: <bdi>{name}</bdi> }]} />),
  name => renderToStaticMarkup(<EmailText email={name} />),
]

holdSink<string, readonly Draw[]>({
  ...nameInputs,
  cases: 'X03 X04 X13',
  judge: (all, name) => {
    for (const draw of all) {
      const { tags, words } = shapeOf(draw(name))
      if (tags !== plain(draw)) return `makes elements: ${tags}`
      if (words === null) return 'stands in no element of its own direction'
      if (squeezed(words) !== squeezed(name)) return `is shown as ${JSON.stringify(words.slice(0, 80))}`
    }
    return null
  },
  product: draws,
  careless: {
    'as HTML': [name => `<bdi>${name}</bdi>`],
    'without a direction': [name => renderToStaticMarkup(<b>{name}</b>)],
  },
})

interface Screen {
  terminal: Terminal
  shown: Shown
  write: (text: string) => Promise<void>
}

const opened = (isGuarded: boolean): Screen => {
  const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 100, logLevel: 'off' })
  const shown: Shown = { title: null, clipboard: null, links: [], inputs: [] }
  const post = (message: FromTerminal) => {
    if (message.type === 'input') shown.inputs.push(message.text)
  }
  const wire = createWire(terminal, post)
  wire.setLink(1)
  if (!isGuarded) {
    terminal.onTitleChange(title => {
      shown.title = title
    })
    terminal.parser.registerOscHandler(52, data => {
      shown.clipboard = data
      return true
    })
  }
  const write = (text: string) =>
    new Promise<void>(done => {
      wire.write(1, text)
      terminal.write('\u0018', () => setTimeout(done))
    })
  return { terminal, shown, write }
}

holdSink<string, Screen>({
  ...outputInputs,
  cases: 'T10 T11 T12 T13',
  judge: async (screen, text) => {
    document.title = 'own'
    screen.shown.inputs = []
    const began = performance.now()
    await screen.write(text)
    const shown = { ...screen.shown, title: document.title === 'own' ? screen.shown.title : document.title }
    screen.terminal.reset()
    return judgeOutput(
      { ...shown, links: [text].map(safeLink).filter(link => link !== null) },
      performance.now() - began,
    )
  },
  product: opened(true),
  careless: { 'with a title and a clipboard': opened(false) },
})
