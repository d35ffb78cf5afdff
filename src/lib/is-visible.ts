/** Hidden tabs don't poll and don't announce. */
export const isVisible = (): boolean => document.visibilityState === 'visible'
