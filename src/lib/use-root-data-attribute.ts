import { useLayoutEffect } from 'react'

/**
 * Sets a `data-` attribute on the root element while mounted, for page-wide styles. `:root:has(...)` would make
 * browsers recompute styles of the whole document for every added row (a third of the style time of a long
 * leaderboard).
 */
export const useRootDataAttribute = (
  name: 'withExamBar' | 'withBottomBar' | 'withPresenter',
  isOn = true,
): void =>
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const { dataset } = document.documentElement
    dataset[name] = ''
    return () => {
      delete dataset[name]
    }
  }, [name, isOn])
