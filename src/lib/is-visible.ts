/** Whether the person can see this tab: what is hidden asks nothing and says nothing. */
export const isVisible = (): boolean => document.visibilityState === 'visible'
