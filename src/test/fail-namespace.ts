import i18next from 'i18next'
import { vi } from 'vitest'

interface Backend {
  read: (language: string, namespace: string, callback: (error: unknown, data: unknown) => void) => void
}

/** Makes a locale file fail to load until the returned function is called. */
export const failNamespace = (language: string | readonly string[], namespace: string): (() => void) => {
  const { backend } = i18next.services.backendConnector as { backend: Backend }
  const read = backend.read.bind(backend)
  const spy = vi.spyOn(backend, 'read').mockImplementation((lng, ns, callback) => {
    if ([language].flat().includes(lng) && ns === namespace) callback(new TypeError('Failed to fetch'), false)
    else read(lng, ns, callback)
  })
  return () => spy.mockRestore()
}
