import { FitAddon } from '@xterm/addon-fit'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { type ITheme, Terminal } from '@xterm/xterm'

/** Lines above the screen that are kept. */
const scrollback = 5000

const colourNames = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const

/** Colours stand in the token file alone; xterm wants them as values. */
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

/** A terminal that opens no link by itself: `onLink` hears of each, whether a host has marked it or it was found. */
export const createTerminal = (onLink: (address: string) => void) => {
  const terminal = new Terminal({
    theme: readTheme(),
    scrollback,
    // Its own face comes later; until then its letters would be measured by a face that is not there.
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
