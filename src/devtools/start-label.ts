import type { Translate } from './messages'
import { startMessageKeys } from './messages'

const RECORDED_PREFIX = 'recorded:'

/** The label of a start; the name if there is none. */
export const getStartLabel = (name: string, t: Translate): string => {
  if (name.startsWith(RECORDED_PREFIX)) return t('recorded', { name: name.slice(RECORDED_PREFIX.length) })
  const key = startMessageKeys.get(name)
  return key ? t(key) : name
}
