/** Whether this page is inside a frame; false in Node. */
export const isFramed = (): boolean => typeof window !== 'undefined' && window.self !== window.top
