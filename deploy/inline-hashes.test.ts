import { describe, expect, it } from 'vitest'
import { headersFor, inlineHashes } from './headers'

describe('H07 inline scripts and styles', () => {
  it('are listed by the digest of their exact bytes', () => {
    // A published constant: the digest of the empty string.
    const empty = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    expect(inlineHashes('<script></script>').scripts).toEqual([empty])
    expect(inlineHashes('<script> </script>').scripts).not.toEqual([empty])
    expect(inlineHashes('<style media="print"></style>')).toEqual({ scripts: [], styles: [empty] })
  })

  it('exclude external files, in document order', () => {
    const html = '<script type="module" src="/a.js"></script><script>one()\n</script><SCRIPT>two()</SCRIPT>'
    expect(inlineHashes(html).scripts).toHaveLength(2)
  })

  it('are quoted in the policy', () => {
    const inline = { scripts: ['sha256-x='], styles: ['sha256-y='] }
    const headers = headersFor('/', { isHttps: false, mode: 'production', inline })
    expect(headers['Content-Security-Policy']?.split('; ')).toEqual(
      expect.arrayContaining(["script-src 'self' 'sha256-x='", "style-src 'self' 'sha256-y='"]),
    )
  })
})
