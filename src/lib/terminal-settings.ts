import { storage } from './storage'

export interface TerminalSettings {
  /** CSS pixels. */
  fontSize: number
  /** The dock's share of the window, in percent; null: the layout's own (50 up to 1280 px, then 40). */
  height: number | null
  isScreenReader: boolean
}

export const fontSizes = { least: 10, most: 24 } as const
export const heights = { least: 20, most: 85 } as const

const usual: TerminalSettings = { fontSize: 14, height: null, isScreenReader: false }

const between = (value: unknown, { least, most }: { least: number; most: number }): number | null =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(least, Math.round(value)))
    : null

const parse = (raw: string | null): TerminalSettings => {
  try {
    const kept: unknown = JSON.parse(raw ?? '')
    if (typeof kept !== 'object' || kept === null) return usual
    const { fontSize, height, isScreenReader } = kept as Record<string, unknown>
    return {
      fontSize: between(fontSize, fontSizes) ?? usual.fontSize,
      height: between(height, heights),
      isScreenReader: isScreenReader === true,
    }
  } catch {
    return usual
  }
}

/** How this device shows terminals, kept in local storage; what is wrong there counts as not there. */
export const terminalSettings = {
  read: (): TerminalSettings => parse(storage.get('flagship.terminal')),
  /** @returns what is kept now, within the limits */
  change(part: Partial<TerminalSettings>): TerminalSettings {
    const next = parse(JSON.stringify({ ...terminalSettings.read(), ...part }))
    storage.set('flagship.terminal', JSON.stringify(next))
    return next
  },
}
