import { isRecord } from './is-record'

/** Likely names of the text field in responses that the contract doesn't specify, most likely first. */
const TEXT_FIELDS = ['text', 'content', 'description', 'body', 'message']

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/**
 * The text of a response: the value itself, a field of `TEXT_FIELDS`, or the longest string field. Null when there is
 * none.
 */
export const extractText = (value: unknown): string | null => {
  if (isText(value)) return value
  if (!isRecord(value)) return null
  const named = TEXT_FIELDS.map(name => value[name]).find(isText)
  const strings = Object.values(value).filter(isText)
  return named ?? strings.sort((one, other) => other.length - one.length)[0] ?? null
}
