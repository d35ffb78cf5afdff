import { expect } from '@playwright/test'
import { test } from './platform'

interface Manifest {
  name: string
  start_url: string
  icons: readonly { src: string; sizes: string; purpose: string }[]
}

/** The size of a PNG stands in its first chunk. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('the browser finds the application fit to be installed, with icons of the sizes they say', async ({
  page,
  context,
  platform,
}) => {
  await page.goto('/login')
  const debugging = await context.newCDPSession(page)
  const { errors, url, data } = await debugging.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${platform.url}/manifest.webmanifest`)
  const { installabilityErrors } = await debugging.send('Page.getInstallabilityErrors')
  // A visit of these journeys leaves no trace, and is refused for that alone.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const manifest: Manifest = JSON.parse(data ?? '')
  expect(manifest).toMatchObject({ name: 'Флагман', start_url: '/' })
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  for (const { src, sizes } of [...manifest.icons, { src: `${touchIcon}`, sizes: '180x180' }]) {
    const answer = await context.request.get(src)
    expect(answer.headers()['content-type']).toBe('image/png')
    expect(sizeOf(await answer.body()), src).toBe(sizes)
  }
})
