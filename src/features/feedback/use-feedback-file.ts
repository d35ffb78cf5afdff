import { useState } from 'react'
import { checkFile, type FileProblem } from '../../lib/feedback-rules'
import type { DroppedFiles } from '../../ui/file-drop'
import type { FeedbackMemory } from './feedback-memory'

export type ChoiceProblem = FileProblem | 'several' | 'folder'

/**
 * The attached file. Several files or a folder are rejected, because it is unclear which one was meant; a
 * file chosen before stays.
 */
export const useFeedbackFile = (memory: FeedbackMemory) => {
  const [file, setFile] = useState(memory.file)
  const [problem, setProblem] = useState<ChoiceProblem | null>(null)

  const accept = (next: File | null): void => {
    memory.file = next
    setFile(next)
    setProblem(null)
  }
  const choose = (next: File): void => {
    const found = checkFile(next)
    if (found) setProblem(found)
    else accept(next)
  }
  const drop = ({ files, hasFolder }: DroppedFiles): void => {
    const [first, second] = files
    if (hasFolder) setProblem('folder')
    else if (second) setProblem('several')
    else if (first) choose(first)
  }
  return { file, problem, choose, drop, remove: () => accept(null) }
}
