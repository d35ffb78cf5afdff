import { afterEach, expect, test, vi } from 'vitest'
import { notePage } from '../lib/first-page'
import { storage } from '../lib/storage'
import { holdClock } from '../test/fake-clock'
import { bringFonts } from './fonts'

const css =
  '@font-face{src:url(/assets/onest-1.woff2)}@font-face{src:url("/assets/onest-2.woff2")}@font-face{src:url(/assets/jetbrains-1.woff2)}'

afterEach(() => {
  document.head.querySelector('link')?.remove()
  storage.remove('flagship.fonts')
  vi.unstubAllGlobals()
})

/** A page whose fonts the line in the head has left out, or not, after it has rested. */
const rest = async (attributes: string) => {
  const clock = holdClock()
  const asked = vi.fn(async (_address: string) => new Response(css))
  vi.stubGlobal('fetch', asked)
  document.head.insertAdjacentHTML(
    'beforeend',
    `<link rel="stylesheet" href="/assets/fonts-1.css" ${attributes}>`,
  )
  bringFonts()
  expect(asked).not.toHaveBeenCalled()
  notePage()
  await Promise.resolve()
  clock.advance(3000)
  await new Promise(done => setTimeout(done, 20))
  return asked.mock.calls.map(([address]) => new URL(address, location.origin).pathname)
}

test('fonts that the first paint did not wait for come when the page rests, and are known the next time', async () => {
  expect(await rest('data-fonts disabled')).toEqual([
    '/assets/fonts-1.css',
    '/assets/onest-1.woff2',
    '/assets/onest-2.woff2',
  ])
  expect(storage.get('flagship.fonts')).toBe('/assets/fonts-1.css')
})

test('fonts that the page has are not asked for again', async () => {
  expect(await rest('data-fonts')).toEqual([])
})
