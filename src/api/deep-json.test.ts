import { expect, test } from 'vitest'
import { createBrowser } from '../test/fake-browser'
import { ApiError } from './errors'
import { unwrap } from './unwrap'

const deepArray = `${'['.repeat(5000)}${']'.repeat(5000)}`
const deepObject = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
const manyKeys = `{${Array.from({ length: 100_000 }, (_, at) => `"key${at}":${at}`).join(',')}}`

test.each([
  ['5,000 arrays in each other', deepArray],
  ['5,000 objects in each other', deepObject],
  ['an object of 100,000 keys', manyKeys],
])('M06 deeply nested JSON with %s gives data or an ApiError', async (_, text) => {
  for (const status of [200, 400, 422, 500]) {
    const browser = createBrowser(async () => {
      return new Response(text, { status, headers: { 'content-type': 'application/json' } })
    })
    const { client } = browser.openTab()
    const outcome = await unwrap(client.GET('/groups')).catch((error: unknown) => error)
    if (status === 200) expect(outcome).toBeTypeOf('object')
    else expect(outcome).toBeInstanceOf(ApiError)
    expect(outcome).not.toBeInstanceOf(RangeError)
  }
})
