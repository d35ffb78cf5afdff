/** What a platform may call the text of an answer whose fields the specification does not show, the likeliest first. */
const names = ['text', 'content', 'description', 'body', 'message']

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** The text of an answer: itself, the field that is called so, else the longest one. Null when there is none. */
export const textIn = (value: unknown): string | null => {
  if (isText(value)) return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = value as Record<string, unknown>
  const named = names.map(name => fields[name]).find(isText)
  const texts = Object.values(fields).filter(isText)
  return named ?? texts.sort((one, other) => other.length - one.length)[0] ?? null
}
