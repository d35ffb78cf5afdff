import type { Words } from './words'
import { startWords } from './words'

const recorded = 'recorded:'

/** What a start is about; a name without words stands for itself. */
export const nameStart = (name: string, t: Words): string => {
  if (name.startsWith(recorded)) return t('recorded', { name: name.slice(recorded.length) })
  const key = startWords.get(name)
  return key ? t(key) : name
}
