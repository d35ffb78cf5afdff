/** The address that may be opened, as a browser will read it, or null: only the web, and never with a name in it. */
export const safeLink = (raw: string): string | null => {
  if (!URL.canParse(raw)) return null
  const { protocol, username, password, href } = new URL(raw)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null
}
