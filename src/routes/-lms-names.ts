import { shownPath } from '../features/error-page/shown-path'
import type { LmsNames } from '../queries/lms'

/** The names of an address as they may be shown: bounded, and without what hides in a text. */
export const shownNames = ({ mnemonic, gitlabId }: Partial<LmsNames>): LmsNames => ({
  mnemonic: shownPath(mnemonic ?? ''),
  gitlabId: shownPath(gitlabId ?? ''),
})
