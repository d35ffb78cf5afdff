import type { ILinkProvider, Terminal } from '@xterm/xterm'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, vi } from 'vitest'
import { BoardRow } from '../../features/leaderboard/board-row'
import { createTerminal } from '../../terminal/create-terminal'
import { createWire } from '../../terminal/wire'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { EmailText } from '../../ui/email-text'
import { holdSink } from './hold-sink'
import { nameInputs } from './names'
import { judgeOutput, outputInputs, type Shown } from './terminal-output'

beforeAll(() => {
  // xterm asks for it when it is loaded; jsdom has none, and pages of other files would take this one for real.
  vi.stubGlobal('matchMedia', () => ({ addListener() {}, removeListener() {} }))
  return () => vi.unstubAllGlobals()
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
          <BoardRow
            row={rowOf(name)}
            language="ru"
            rowIndex={nothing.row}
            ownWords={null}
            isEntry
            onOpen={() => {}}
            ref={null}
          />
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
  write: (text: string) => Promise<void>
}

const nothingShown = (): Shown => ({ title: null, clipboard: null, links: [], inputs: [] })

/** What has come out of the screen that is being tried, whichever way. */
let shown = nothingShown()

beforeAll(() => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  vi.spyOn(console, 'warn').mockReturnValue()
  // Whoever is to be asked first is told the address, and opens nothing here.
  vi.spyOn(window, 'open').mockImplementation(address => {
    shown.links.push(`${address ?? 'a window'}, unasked`)
    return null
  })
  const { clipboard } = navigator
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: async (text: string) => {
        shown.clipboard = text
      },
    },
  })
  return () => {
    vi.restoreAllMocks()
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
  }
})

/** The product's own terminal, with what a careless hand would have added; its links are opened as a person would. */
const opened = (addTo: (terminal: Terminal) => void = () => {}): Screen => {
  const { terminal } = createTerminal(address => shown.links.push(address))
  const wire = createWire(terminal, message => {
    if (message.type === 'input') shown.inputs.push(message.text)
  })
  wire.setLink(1)
  addTo(terminal)
  const write = (text: string) =>
    new Promise<void>(done => {
      wire.write(1, text)
      terminal.write('\u0018', () => setTimeout(done))
    })
  return { terminal, write }
}

interface Inside {
  _core: { _linkProviderService: { linkProviders: readonly ILinkProvider[] } }
}

/** Activates every link on the screen, marked by the host or found in the text: the terminal has no room here to be clicked in. */
const followAll = (terminal: Terminal): void => {
  const providers = (terminal as unknown as Inside)._core._linkProviderService.linkProviders
  if (providers.length !== 2) throw new Error(`The terminal has ${providers.length} kinds of links.`)
  const { baseY } = terminal.buffer.active
  for (const provider of providers)
    for (let row = 1; row <= terminal.rows; row += 1)
      provider.provideLinks(baseY + row, links => {
        for (const { activate, text } of links ?? []) activate(new MouseEvent('click'), text)
      })
}

holdSink<string, Screen>({
  ...outputInputs,
  cases: 'T10 T11 T12 T13',
  judge: async ({ terminal, write }, text) => {
    document.title = 'own'
    shown = nothingShown()
    const began = performance.now()
    await write(text)
    followAll(terminal)
    const milliseconds = performance.now() - began
    terminal.reset()
    return judgeOutput({ ...shown, title: document.title === 'own' ? null : document.title }, milliseconds)
  },
  product: opened(),
  careless: {
    'with a title': opened(terminal => {
      terminal.onTitleChange(title => {
        document.title = title
      })
    }),
    'with a clipboard': opened(terminal => {
      terminal.parser.registerOscHandler(52, data => {
        void navigator.clipboard.writeText(data)
        return true
      })
    }),
    "with xterm's own links": opened(terminal => {
      terminal.options.linkHandler = null
    }),
    'with links of every kind': opened(terminal => {
      const activate = (_: MouseEvent, address: string) => void shown.links.push(address)
      terminal.options.linkHandler = { allowNonHttpProtocols: true, activate }
    }),
  },
})
