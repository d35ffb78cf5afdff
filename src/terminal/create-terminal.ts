import { FitAddon } from '@xterm/addon-fit'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { type ITheme, Terminal } from '@xterm/xterm'

const SCROLLBACK_LINES = 5000

const colourNames = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const

/** xterm needs colour values; they are defined in tokens.css. */
const readTheme = (): ITheme => {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--color-term${name}`).trim()
  const background = colour('')
  const foreground = colour('-text')
  const grey = colour('-bright-black')
  const theme: ITheme = {
    background,
    foreground,
    cursor: foreground,
    cursorAccent: background,
    selectionBackground: grey,
    selectionForeground: background,
    black: background,
    brightBlack: grey,
    white: foreground,
    brightWhite: foreground,
  }
  for (const name of colourNames) {
    theme[name] = colour(`-${name}`)
    theme[`bright${name[0]?.toUpperCase()}${name.slice(1)}` as keyof ITheme & `bright${string}`] = theme[name]
  }
  return theme
}

/** A terminal that opens no links itself: `onLink` gets those of OSC 8 and those found in the text. */
export const createTerminal = (onLink: (address: string) => void) => {
  const terminal = new Terminal({
    theme: readTheme(),
    scrollback: SCROLLBACK_LINES,
    // The web font is set when it is loaded: xterm measures characters only once.
    fontFamily: 'monospace',
    minimumContrastRatio: 4.5,
    cursorBlink: false,
    disableStdin: true,
    logLevel: 'off',
    linkHandler: { activate: (_, address) => onLink(address) },
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.loadAddon(new WebLinksAddon((_, address) => onLink(address)))
  return { terminal, fit }
}
