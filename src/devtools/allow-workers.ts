type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown
}

/**
 * A default Trusted Types policy that allows only the worker scripts of the simulated platform and of this build. Call once,
 * before the first worker.
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
    // Production headers forbid the policy: starting a worker then fails, and is handled there.
  }
}
