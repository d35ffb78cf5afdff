import { type Outcome, upToDate } from './outcome'
import { hasSameCause, intactFiles, readStamp } from './stamp'

/** What is loaded when there is anything to do. */
export type LongWay = typeof import('./generate-project')

/**
 * Writes every generated file of the project at `root`, or only compares them. The exit code is 1 when a compared
 * file is not what the contract says, or when the contract cannot be used; the text is for the person at the keyboard.
 * Where nothing has changed, the stamp says so before anything heavy is loaded.
 */
export async function runGenerate(
  root: string,
  isCheck: boolean,
  { load = () => import('./generate-project') }: { load?: () => Promise<LongWay> } = {},
): Promise<Outcome> {
  const stamp = readStamp(root)
  const intact = stamp && hasSameCause(root, stamp) ? intactFiles(root, stamp) : new Map<string, string>()
  if (stamp && intact.size === Object.keys(stamp.files).length) return upToDate
  const { generateProject } = await load()
  return generateProject(root, isCheck, intact)
}
