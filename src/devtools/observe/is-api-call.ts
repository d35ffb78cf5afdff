/** Whether an address is one of the platform's calls: below /api of whatever host. */
export const isApiCall = (url: string): boolean =>
  URL.canParse(url, location.href) && /^\/api\//.test(new URL(url, location.href).pathname)
