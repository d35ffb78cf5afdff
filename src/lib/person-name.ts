interface Person {
  username: string
  first_name?: string | undefined
  last_name?: string | undefined
}

/** Printed ASCII and Cyrillic, with which nearly every name begins. */
const isPlainLetter = (code: number): boolean =>
  (code > 0x20 && code < 0x7f) || (code >= 0x400 && code < 0x483)

/** Whether anything of a text can be seen: spaces, marks of direction and fillers cannot. */
export const isReadable = (text: string): boolean =>
  isPlainLetter(text.charCodeAt(0)) || /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

const isName = (part: unknown): part is string => typeof part === 'string' && isReadable(part)

/** How a person is called: first and last name when both are known, else the username. */
export const personName = ({ first_name, last_name, username }: Person): string =>
  isName(first_name) && isName(last_name) ? `${first_name} ${last_name}` : username
