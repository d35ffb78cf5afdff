import { afterEach, expect, test, vi } from 'vitest'
import { forgetFailedPreloads } from './failed-preloads'

const fail = (attributes: Partial<HTMLLinkElement>) => {
  const link = Object.assign(document.createElement('link'), attributes)
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  link.remove()
}

afterEach(() => vi.unstubAllGlobals())

test('C07 requests a failed preload once more, so that WebKit can import it after an outage', () => {
  const fetch = vi.fn(async () => {
    throw new TypeError('Load failed')
  })
  vi.stubGlobal('fetch', fetch)
  forgetFailedPreloads()
  fail({ rel: 'modulepreload', href: '/assets/task.js' })
  expect(fetch).toHaveBeenCalledExactlyOnceWith('http://localhost/assets/task.js')
  fail({ rel: 'stylesheet', href: '/assets/task.css' })
  window.dispatchEvent(new ErrorEvent('error'))
  expect(fetch).toHaveBeenCalledTimes(1)
})
