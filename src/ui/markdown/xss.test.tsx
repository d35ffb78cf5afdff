import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import {
  blockedAddresses,
  blockedImages,
  imageForms,
  linkForms,
  mixedPayloads,
} from '../../test/bad-inputs/addresses'
import { dangersOf } from '../../test/bad-inputs/dangers'
import { markdownWords } from '../../test/bad-inputs/markdown'
import { markupPayloads } from '../../test/bad-inputs/markup'
import { MarkdownBody } from './markdown-body'

const allowed = { idPrefix: 't-', imagePrefix: '/files/' }

/** The tree that a browser would make of a text; parsed anew, so that a mark which breaks out would be seen. */
const treeOf = (source: string): HTMLElement =>
  new DOMParser().parseFromString(
    renderToStaticMarkup(<MarkdownBody source={source} {...allowed} words={markdownWords} />),
    'text/html',
  ).body

const bare = (text: string | null) => (text ?? '').replace(/[\s\p{Cc}\ufffd]+/gu, '')

/** What is left of the dangers of each payload, between two words that must still be there. */
const failures = (payloads: readonly string[], isWholeText = false): string[] =>
  payloads.flatMap(payload => {
    const body = treeOf(`before\n\n${payload}\n\nafter`)
    const text = bare(body.textContent)
    const found = dangersOf(body, allowed)
    if (!text.includes('before') || !text.includes('after')) found.push('the words around it are gone')
    if (isWholeText && !text.includes(bare(payload))) found.push(`its own words are gone: ${text}`)
    return found.map(danger => `${payload} → ${danger}`)
  })

test('X01 X02 the corpus is as large as it says', () => {
  const all = [...markupPayloads, ...blockedAddresses, ...blockedImages, ...mixedPayloads]
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(250)
})

test('X01 without the pipeline nearly all of the markup is dangerous: the watch sees it', () => {
  const seen = markupPayloads.filter(payload => {
    const { documentElement } = new DOMParser().parseFromString(payload, 'text/html')
    return dangersOf(documentElement, allowed).length > 0
  })
  expect(seen.length).toBeGreaterThan(130)
})

/** Their own words are changed by Markdown itself: entities are read, a backslash protects what follows, backticks make code. */
const isRewritten = (payload: string) => /&(?:lt|gt|#\w+|Tab|NewLine);?|^\\|`/.test(payload)

describe('X01 X02 X16 nothing of a text runs, loads, leads away or names a part of the page', () => {
  test('markup stands as the text that it is', () => {
    const [rewritten, verbatim] = [true, false].map(is =>
      markupPayloads.filter(one => isRewritten(one) === is),
    )
    expect(failures(verbatim ?? [], true)).toEqual([])
    expect(failures(rewritten ?? [])).toEqual([])
  })

  test('marks that break out of what they stand in', () => expect(failures(mixedPayloads)).toEqual([]))

  // Each is whole in its own paragraph, so that one text can hold them all.
  const together = (form: (typeof linkForms)[number], addresses: readonly string[]) =>
    [addresses.map(form).join('\n\n')] as const

  test.each(linkForms.map(form => [form('…'), form] as const))('addresses as %j', (_, form) => {
    expect(failures(together(form, blockedAddresses))).toEqual([])
  })

  test.each(imageForms.map(form => [form('…'), form] as const))('X11 images as %j', (_, form) => {
    expect(failures(together(form, [...blockedAddresses, ...blockedImages]))).toEqual([])
  })
})

test('X12 a link with a blocked scheme is plain text', () => {
  const body = treeOf(blockedAddresses.map(address => `[words](<${address}>)`).join('\n\n'))
  expect([...body.querySelectorAll('a')].map(link => link.outerHTML)).toEqual([])
  // A text without the address would pass too: the words are all there.
  expect(body.textContent?.match(/words/g)?.length).toBeGreaterThanOrEqual(blockedAddresses.length)
})

test('X16 what a text names is named apart from the page', () => {
  const ids = [...treeOf('# main\n\nx[^main]\n\n[^main]: y').querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  expect(ids.filter(id => !id.startsWith('t-'))).toEqual([])
})
