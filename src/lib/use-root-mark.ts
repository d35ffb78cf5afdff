import { useLayoutEffect } from 'react'

/**
 * Marks the document while a part is mounted, for styles that reach far beyond it. `:root:has(...)` would say the same, but
 * browsers then look at the whole document again for every row that comes or goes (a third of the styling of a long board).
 */
export const useRootMark = (name: 'withExamBar' | 'withBottomBar' | 'withPresenter', isOn = true): void =>
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const { dataset } = document.documentElement
    dataset[name] = ''
    return () => {
      delete dataset[name]
    }
  }, [name, isOn])
