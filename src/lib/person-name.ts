interface Person {
  username: string
  first_name?: string | undefined
  last_name?: string | undefined
}

const isName = (part: unknown): part is string => typeof part === 'string' && part !== ''

/** How a person is called: first and last name when both are known, else the username. */
export const personName = ({ first_name, last_name, username }: Person): string =>
  isName(first_name) && isName(last_name) ? `${first_name} ${last_name}` : username
