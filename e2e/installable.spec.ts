import { expect } from '@playwright/test'
import { test } from './platform'

interface Manifest {
  name: string
  start_url: string
  display: string
  icons: readonly { src: string; sizes: string; purpose: string }[]
}

/** The size of a PNG is in its first chunk. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('the application is installable: the browser reads its manifest, and the icons have the declared sizes', async ({
  page,
  context,
  platform,
}) => {
  await page.goto('/login')
  const debugging = await context.newCDPSession(page)
  const { errors, url, data } = await debugging.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${platform.url}/manifest.webmanifest`)
  const manifest: Manifest = JSON.parse(data ?? '')
  // What browsers require, and a maskable icon.
  expect(manifest).toMatchObject({ name: 'Флагман', start_url: '/', display: 'standalone' })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  for (const { src, sizes } of [...manifest.icons, { src: `${touchIcon}`, sizes: '180x180' }]) {
    const answer = await context.request.get(src)
    expect(answer.headers()['content-type']).toBe('image/png')
    expect(sizeOf(await answer.body()), src).toBe(sizes)
  }
})
