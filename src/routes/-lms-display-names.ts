import { toDisplayPath } from '../features/error-page/display-path'
import type { LmsNames } from '../queries/lms'

/** The names of an LMS link for display: shortened, without invisible characters. */
export const toDisplayNames = ({ mnemonic, gitlabId }: Partial<LmsNames>): LmsNames => ({
  mnemonic: toDisplayPath(mnemonic ?? ''),
  gitlabId: toDisplayPath(gitlabId ?? ''),
})
