import { storage } from './storage'

export interface TerminalSettings {
  /** CSS pixels. */
  fontSize: number
  /** Height of the dock in percent of the window; null uses the layout's default. */
  height: number | null
  isScreenReader: boolean
}

export const FONT_SIZES = { min: 10, max: 24 } as const
export const HEIGHTS = { min: 20, max: 85 } as const

const DEFAULTS: TerminalSettings = { fontSize: 14, height: null, isScreenReader: false }

const clamp = (value: unknown, { min, max }: { min: number; max: number }): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : null

const parse = (raw: string | null): TerminalSettings => {
  try {
    const stored: unknown = JSON.parse(raw ?? '')
    if (typeof stored !== 'object' || stored === null) return DEFAULTS
    const { fontSize, height, isScreenReader } = stored as Record<string, unknown>
    return {
      fontSize: clamp(fontSize, FONT_SIZES) ?? DEFAULTS.fontSize,
      height: clamp(height, HEIGHTS),
      isScreenReader: isScreenReader === true,
    }
  } catch {
    return DEFAULTS
  }
}

/** Terminal settings of this device in `localStorage`; malformed values count as missing. */
export const terminalSettings = {
  read: (): TerminalSettings => parse(storage.get('flagship.terminal')),
  /** @returns the stored settings, clamped to the limits */
  change(part: Partial<TerminalSettings>): TerminalSettings {
    const next = parse(JSON.stringify({ ...terminalSettings.read(), ...part }))
    storage.set('flagship.terminal', JSON.stringify(next))
    return next
  },
}
