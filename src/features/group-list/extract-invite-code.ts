/**
 * Extracts an invite code from pasted text: the code itself, or an invite, login or registration link,
 * without surrounding quotes and punctuation. Anything else is returned for validation to reject.
 */
export const extractInviteCode = (text: string): string => {
  const bare = text.trim().replace(/^[«"'“<(]+|[»"'”>),.;:!]+$/g, '')
  const [, named] = /[?&]invite=([^&#]*)/.exec(bare) ?? []
  const [, inPath] = /\/invite\/([^/?#]*)/.exec(bare) ?? []
  return (inPath ?? named ?? bare).replace(/[/?#].*$/, '')
}
