/** Whether this page stands inside a frame of another page; never in Node. */
export const isFramed = (): boolean => typeof window !== 'undefined' && window.self !== window.top
