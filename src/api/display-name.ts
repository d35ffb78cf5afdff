interface NamedUser {
  username: string
  first_name?: string | undefined
  last_name?: string | undefined
}

/** Fast path for printable ASCII and Cyrillic. */
const isCommonLetter = (code: number): boolean =>
  (code > 0x20 && code < 0x7f) || (code >= 0x400 && code < 0x483)

/** Whether a text contains any visible character. */
export const hasVisibleText = (text: string): boolean =>
  isCommonLetter(text.charCodeAt(0)) || /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

const isName = (part: unknown): part is string => typeof part === 'string' && hasVisibleText(part)

/** First and last name when both are known, else the username. */
export const getDisplayName = ({ first_name, last_name, username }: NamedUser): string =>
  isName(first_name) && isName(last_name) ? `${first_name} ${last_name}` : username
