import { describe, expect, it } from 'vitest'
import { md } from './markdown'

describe('md', () => {
  it('takes away shared indentation and keeps the rest', () => {
    expect(md`
      ### Title

      - item
        more
    `).toBe('### Title\n\n- item\n  more')
  })

  it('keeps backslashes, and frees backticks and dollars', () => {
    expect(md`run \`id\` \${ '\x78' C:\Users`).toBe("run `id` ${ '\\x78' C:\\Users")
  })
})
