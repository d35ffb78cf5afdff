import { nearest } from '../contract/similar-names'
import type { CheckContext } from './check-context'
import { UsageError } from './errors'
import type { CheckOptions } from './options/options'

/** Whether a step that writes with these operations may be run: it serves a selected one, and none of them is skipped. */
export function selectWrites(
  { only, skip }: Pick<CheckOptions, 'only' | 'skip'>,
  context: Pick<CheckContext, 'contract'>,
): (operationIds: readonly string[]) => boolean {
  const isSelected = selectOperations({ only, skip }, context)
  const isKept = selectOperations({ only: [], skip }, context)
  return ids => ids.some(isSelected) && ids.every(isKept)
}

/** Whether drift of an operation is reported. Throws a UsageError for a name that is neither tag nor operationId. */
export function selectOperations(
  { only, skip }: Pick<CheckOptions, 'only' | 'skip'>,
  { contract }: Pick<CheckContext, 'contract'>,
): (operationId: string | undefined) => boolean {
  const tags = new Map(contract.operations.map(({ operationId, tag }) => [operationId, tag]))
  const known = [...new Set([...tags.values(), ...tags.keys()])]
  for (const name of [...only, ...skip]) {
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    const advice = meant === undefined ? '' : `; did you mean ${meant}?`
    throw new UsageError(
      `The contract has no tag and no operationId "${name}"${advice}${meant === undefined ? '.' : ''}`,
    )
  }
  return operationId => {
    // Drift of the whole server, such as another base path, is left out only by --only.
    if (operationId === undefined) return only.length === 0
    const isNamed = (names: readonly string[]) =>
      names.includes(operationId) || names.includes(tags.get(operationId) ?? '')
    return (only.length === 0 || isNamed(only)) && !isNamed(skip)
  }
}
