import { type Outcome, upToDate } from './outcome'
import { inputsUnchanged, intactFiles, readStamp } from './stamp'

/** Loaded only when something has changed. */
export type FullGenerate = typeof import('./generate-project')

/**
 * Writes or compares every generated file of the project at `root`. The exit code is 1 when a compared file is
 * stale or the contract is invalid; the text is printed. If nothing has changed, the stamp says so before the
 * generator is loaded.
 */
export async function runGenerate(
  root: string,
  isCheck: boolean,
  { load = () => import('./generate-project') }: { load?: () => Promise<FullGenerate> } = {},
): Promise<Outcome> {
  const stamp = readStamp(root)
  const intact = stamp && inputsUnchanged(root, stamp) ? intactFiles(root, stamp) : new Map<string, string>()
  if (stamp && intact.size === Object.keys(stamp.files).length) return upToDate
  const { generateProject } = await load()
  return generateProject(root, isCheck, intact)
}
