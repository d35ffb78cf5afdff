import type { ILinkProvider, Terminal } from '@xterm/xterm'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, vi } from 'vitest'
import { BoardRow } from '../../features/leaderboard/board-table'
import { createTerminal, createTerminalIo } from '../../terminal/terminal-io'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { EmailText } from '../../ui/email-text'
import corpus from './corpus.json'
import { expectSanitized, type Generate, type Inputs, mutate, nameInputs, oneOf } from './generate'

beforeAll(() => {
  // xterm needs it and jsdom has none; removed afterwards, because pages of other files would use it.
  vi.stubGlobal('matchMedia', () => ({ addListener() {}, removeListener() {} }))
  return () => vi.unstubAllGlobals()
})

const { body } = document.implementation.createHTMLDocument('')

/** The tags in document order, and the text of the first `bdi`. */
const parseHtml = (html: string): { tags: string; text: string | null } => {
  body.innerHTML = html
  const tags = [...body.querySelectorAll('*')].map(({ localName }) => localName).join(' ')
  return { tags, text: body.querySelector('bdi')?.textContent ?? null }
}

type Render = (name: string) => string

const known = new WeakMap<Render, string>()

/** The tags for a harmless name. */
const plainTags = (render: Render): string => {
  const tags = known.get(render) ?? parseHtml(render('plain')).tags
  known.set(render, tags)
  return tags
}

const normalize = (text: string): string => text.replace(/[\s\0\ufffd\ud800-\udfff]+/g, '')

const createRow = (username: string) => ({ user_id: 1, rank: 1, username, points: 5, solved: 1 })

const nothing = { row: undefined }

/** Names in the leaderboard, in breadcrumbs and in email addresses: one `bdi` each, with the text unchanged. */
const renderers: readonly Render[] = [
  name =>
    renderToStaticMarkup(
      <table>
        <tbody>
          <BoardRow
            row={createRow(name)}
            language="ru"
            rowIndex={nothing.row}
            share={1}
            ownLabel={null}
            isTabStop
            onOpen={() => {}}
            ref={null}
          />
        </tbody>
      </table>,
    ),
  name => renderToStaticMarkup(<Breadcrumbs label="way" items={[{ id: 'a', content: <bdi>{name}</bdi> }]} />),
  name => renderToStaticMarkup(<EmailText email={name} />),
]

expectSanitized<string, readonly Render[]>({
  ...nameInputs,
  ids: 'X03 X04 X13',
  check: (all, name) => {
    for (const render of all) {
      const { tags, text } = parseHtml(render(name))
      if (tags !== plainTags(render)) return `makes elements: ${tags}`
      if (text === null) return 'is not in a bdi'
      if (normalize(text) !== normalize(name)) return `is shown as ${JSON.stringify(text.slice(0, 80))}`
    }
    return null
  },
  actual: renderers,
  naive: [name => `<bdi>${name}</bdi>`],
})

const terminalSequences = [
  ...corpus.terminal,
  '\u0007'.repeat(500),
  `\u001bP${'x'.repeat(5000)}`,
  `\u001b]0;${'x'.repeat(5000)}`,
]

const row: Generate<string> = random =>
  Array.from({ length: random.int(2, 6) }, () => random.pick(terminalSequences)).join(
    random.pick(['', 'x', '\r\n']),
  )

const noise: Generate<string> = random =>
  String.fromCharCode(...Array.from({ length: random.int(1, 200) }, () => random.int(0, 255)))

/** Output of a host. */
const outputInputs: Inputs<string> = {
  name: 'terminal-output',
  count: 250,
  fixed: terminalSequences,
  generate: oneOf([4, mutate(terminalSequences)], [2, row], [1, noise]),
}

/** Side effects of terminal output. */
interface Effects {
  title: string | null
  clipboard: string | null
  /** Links that were opened. */
  links: string[]
  /** Sent to the host as input. */
  inputs: string[]
}

/** Replies to queries of the host; none contains a line break, so none runs as a command. */
const replies =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: replies contain control characters.
  /^(?:\u001b\[[?>=]?[\d;]*[cRnyIOt]|\u001b\[[?]?[\d;]*\$y|\u001bP[01]\$r[^\r\n\u001b]*\u001b\\|\u001b\](?:4;\d+|1[012]);rgb:[\da-f/]+(?:\u001b\\|\u0007))*$/

const checkOutput = ({ title, clipboard, links, inputs }: Effects, milliseconds: number): string | null => {
  if (title !== null) return `changes the title to ${JSON.stringify(title.slice(0, 40))}`
  if (clipboard !== null) return `reaches the clipboard: ${clipboard.slice(0, 40)}`
  if (links.some(link => !/^https?:.*(?<!, unconfirmed)$/.test(link))) return `opens ${links.join()}`
  const typed = inputs.join('')
  if (!replies.test(typed)) return `types ${JSON.stringify(typed.slice(0, 80))}`
  return milliseconds > 3000 ? `takes ${Math.round(milliseconds)} ms` : null
}

interface Screen {
  terminal: Terminal
  write: (text: string) => Promise<void>
}

const noEffects = (): Effects => ({ title: null, clipboard: null, links: [], inputs: [] })

let effects = noEffects()

beforeAll(() => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  vi.spyOn(console, 'warn').mockReturnValue()
  // Links must not be opened without a confirmation.
  vi.spyOn(window, 'open').mockImplementation(address => {
    effects.links.push(`${address ?? 'a window'}, unconfirmed`)
    return null
  })
  const { clipboard } = navigator
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: async (text: string) => {
        effects.clipboard = text
      },
    },
  })
  return () => {
    vi.restoreAllMocks()
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
  }
})

/** The terminal of the product, with optional naive additions. */
const createScreen = (extend: (terminal: Terminal) => void = () => {}): Screen => {
  const { terminal } = createTerminal(address => effects.links.push(address))
  const io = createTerminalIo(terminal, message => {
    if (message.type === 'input') effects.inputs.push(message.text)
  })
  io.setLink(1)
  extend(terminal)
  const write = (text: string) =>
    new Promise<void>(done => {
      io.write(1, text)
      terminal.write('\u0018', () => setTimeout(done))
    })
  return { terminal, write }
}

interface Internals {
  _core: { _linkProviderService: { linkProviders: readonly ILinkProvider[] } }
}

/** Activates every link, of OSC 8 or found in the text. Without a layout in jsdom nothing can be clicked. */
const activateLinks = (terminal: Terminal): void => {
  const providers = (terminal as unknown as Internals)._core._linkProviderService.linkProviders
  if (providers.length !== 2) throw new Error(`The terminal has ${providers.length} link providers.`)
  const { baseY } = terminal.buffer.active
  for (const provider of providers)
    for (let row = 1; row <= terminal.rows; row += 1)
      provider.provideLinks(baseY + row, links => {
        for (const { activate, text } of links ?? []) activate(new MouseEvent('click'), text)
      })
}

expectSanitized<string, Screen>({
  ...outputInputs,
  ids: 'T10 T11 T12 T13',
  check: async ({ terminal, write }, text) => {
    document.title = 'own'
    effects = noEffects()
    const began = performance.now()
    await write(text)
    activateLinks(terminal)
    const milliseconds = performance.now() - began
    terminal.reset()
    return checkOutput({ ...effects, title: document.title === 'own' ? null : document.title }, milliseconds)
  },
  actual: createScreen(),
  naive: createScreen(terminal => {
    terminal.parser.registerOscHandler(52, data => {
      void navigator.clipboard.writeText(data)
      return true
    })
  }),
})
