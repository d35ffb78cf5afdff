/**
 * The code in what a person has pasted: the code itself, the link of the invitation, or that of the login or the
 * registration which the invitation led to; with the quotes and full stops of the message around it. What is no code
 * comes back as it is, to be refused.
 */
export const codeIn = (text: string): string => {
  const bare = text.trim().replace(/^[«"'“<(]+|[»"'”>),.;:!]+$/g, '')
  const [, named] = /[?&]invite=([^&#]*)/.exec(bare) ?? []
  const [, inPath] = /\/invite\/([^/?#]*)/.exec(bare) ?? []
  return (inPath ?? named ?? bare).replace(/[/?#].*$/, '')
}
