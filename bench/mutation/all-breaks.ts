import type { BreakGroup } from './break'
import { addressBreaks } from './breaks/addresses'
import { answerBreaks } from './breaks/answers'
import { fileBreaks } from './breaks/files'
import { headerBreaks } from './breaks/headers'
import { markdownBreaks } from './breaks/markdown'
import { sessionBreaks } from './breaks/session'
import { storageBreaks } from './breaks/storage'

/** Every known way to break the product. */
export const breakGroups: readonly BreakGroup[] = [
  sessionBreaks,
  answerBreaks,
  addressBreaks,
  markdownBreaks,
  storageBreaks,
  headerBreaks,
  fileBreaks,
]
