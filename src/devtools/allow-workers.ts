type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown
}

/**
 * Lets the worker of the simulated platform and those of this build start where the policy of the site asks for
 * trusted types; every other address of a script, and all HTML, stays refused. To be called once, before the first worker.
 */
export const allowWorkers = (): void => {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  const createScriptURL = (address: string) => {
    const { origin, pathname } = new URL(address, location.href)
    const isOwn = pathname === '/mockServiceWorker.js' || pathname.startsWith('/assets/')
    return origin === location.origin && isOwn ? address : null
  }
  try {
    factory?.createPolicy('default', { createScriptURL })
  } catch {
    // Under production's headers no worker may start: whoever wants one says so, and the application starts all the same.
  }
}
