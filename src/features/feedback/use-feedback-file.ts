import { useState } from 'react'
import { checkFile, type FileProblem } from '../../lib/feedback-rules'
import type { Dropped } from '../../ui/file-drop'
import type { FeedbackMemory } from './feedback-memory'

/** Why what was chosen or dropped is not taken. */
export type ChoiceProblem = FileProblem | 'several' | 'folder'

/**
 * The one file that goes with the message. The rules are the same for the button and for a drop (specification §5). Of
 * several files, as of a folder, none is taken, because nobody can tell which was meant; a file taken before stays.
 */
export const useFeedbackFile = (memory: FeedbackMemory) => {
  const [file, setFile] = useState(memory.file)
  const [problem, setProblem] = useState<ChoiceProblem | null>(null)

  const take = (next: File | null): void => {
    memory.file = next
    setFile(next)
    setProblem(null)
  }
  const choose = (next: File): void => {
    const wrong = checkFile(next)
    if (wrong) setProblem(wrong)
    else take(next)
  }
  const drop = ({ files, hasFolder }: Dropped): void => {
    const [first, second] = files
    if (hasFolder) setProblem('folder')
    else if (second) setProblem('several')
    else if (first) choose(first)
  }
  return { file, problem, choose, drop, remove: () => take(null) }
}
