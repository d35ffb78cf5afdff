import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '../lib/storage'
import { prefetchFonts } from './fonts'

const css =
  '@font-face{font-weight:100 900;src:url(/assets/onest-1.woff2);unicode-range:U+0-FF}@font-face{font-weight:100 900;src:url("/assets/onest-2.woff2") format("woff2");unicode-range:U+400-45F}@font-face{src:url(/assets/jetbrains-1.woff2)}'

class Face {
  readonly family: string
  readonly descriptors: FontFaceDescriptors
  constructor(family: string, _file: ArrayBuffer, descriptors: FontFaceDescriptors) {
    this.family = family
    this.descriptors = descriptors
  }
  load = async () => this
}

afterEach(() => {
  document.head.querySelector('link')?.remove()
  storage.remove('flagship.fonts')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** An idle page with its requests, its applied fonts and a navigation. */
const rest = async ({ drawn }: { drawn: string }) => {
  const fetched = vi.fn(async (_address: string) => new Response(css))
  const added: Face[] = []
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('FontFace', Face)
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { add: (face: Face) => added.push(face) },
  })
  const pen = {
    font: '',
    measureText: (text: string) => ({
      width: pen.font.includes('Onest') && [...text].every(character => drawn.includes(character)) ? 90 : 80,
    }),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  const link = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: '/assets/fonts-1.css',
  })
  link.disabled = true
  document.head.append(link)
  let navigate = (_: { pathChanged: boolean }) => {}
  const subscribe = (_: string, listener: typeof navigate) => {
    navigate = listener
    return () => {
      navigate = () => {}
    }
  }
  await prefetchFonts(link, { subscribe } as never)
  const paths = fetched.mock.calls.map(([address]) => new URL(address, location.origin).pathname)
  return { paths, added, go: (pathChanged: boolean) => navigate({ pathChanged }) }
}

test('loads fonts when idle and applies them at the next navigation', async () => {
  const { paths, added, go } = await rest({ drawn: '' })
  expect(paths).toEqual(['/assets/fonts-1.css', '/assets/onest-1.woff2', '/assets/onest-2.woff2'])
  expect(storage.get('flagship.fonts')).toBe('/assets/fonts-1.css')
  go(false)
  expect(added).toEqual([])
  go(true)
  go(true)
  expect(added).toMatchObject([
    { family: 'Onest Variable', descriptors: { weight: '100 900', unicodeRange: 'U+0-FF' } },
    { family: 'Onest Variable', descriptors: { weight: '100 900', unicodeRange: 'U+400-45F' } },
  ])
  expect(document.head.querySelector('link')?.disabled).toBe(false)
})

test('does not load fonts that are rendered already', async () => {
  const { paths } = await rest({ drawn: 'FlagЯ' })
  expect(paths).toEqual([])
  expect(storage.get('flagship.fonts')).toBe('/assets/fonts-1.css')
})

test.each(['ru', 'en'])('loads them if only the Latin one is rendered on a page in %s', async lang => {
  document.documentElement.lang = lang
  const { paths } = await rest({ drawn: 'Flag' })
  expect(paths).toHaveLength(3)
})
