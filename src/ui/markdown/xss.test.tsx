import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import corpus from '../../test/hostile/corpus.json'
import {
  findDangerousMarkup,
  imageTemplates,
  linkTemplates,
  markdownLabels,
} from '../../test/hostile/markdown'
import { MarkdownBody } from './markdown-body'

const allowed = { idPrefix: 't-', imagePrefix: '/files/', plain: null }

/** The DOM that a browser builds from the output; parsed again, so that broken-out markup is seen. */
const getTree = (source: string): HTMLElement =>
  new DOMParser().parseFromString(
    renderToStaticMarkup(<MarkdownBody source={source} {...allowed} labels={markdownLabels} />),
    'text/html',
  ).body

const bare = (text: string | null) => (text ?? '').replace(/[\s\p{Cc}\ufffd]+/gu, '')

/** Dangers left in the output of each payload, which is rendered between two words that must survive. */
const failures = (payloads: readonly string[], isWholeText = false): string[] =>
  payloads.flatMap(payload => {
    const body = getTree(`before\n\n${payload}\n\nafter`)
    const text = bare(body.textContent)
    const found = findDangerousMarkup(body, allowed)
    if (!text.includes('before') || !text.includes('after')) found.push('the text around it is gone')
    if (isWholeText && !text.includes(bare(payload))) found.push(`its own text is gone: ${text}`)
    return found.map(danger => `${payload} → ${danger}`)
  })

test('X01 the check finds most of the raw HTML payloads dangerous', () => {
  const seen = corpus.html.filter(payload => {
    const { documentElement } = new DOMParser().parseFromString(payload, 'text/html')
    return findDangerousMarkup(documentElement, allowed).length > 0
  })
  expect(seen.length).toBeGreaterThan(130)
})

/** Payloads that Markdown itself changes: entities, backslash escapes, backticks. */
const isRewritten = (payload: string) => /&(?:lt|gt|#\w+|Tab|NewLine);?|^\\|`/.test(payload)

describe('X01 X02 X16 untrusted Markdown runs no code, loads nothing, and adds no ids', () => {
  test('HTML is shown as text', () => {
    const [rewritten, verbatim] = [true, false].map(is => corpus.html.filter(one => isRewritten(one) === is))
    expect(failures(verbatim ?? [], true)).toEqual([])
    expect(failures(rewritten ?? [])).toEqual([])
  })

  test('delimiters that break out of their context', () => expect(failures(corpus.markdown)).toEqual([]))

  // Each in its own paragraph, in one text.
  const combine = (form: (typeof linkTemplates)[number], addresses: readonly string[]) =>
    [addresses.map(form).join('\n\n')] as const

  test.each(linkTemplates.map(form => [form('…'), form] as const))('URLs in %j', (_, form) => {
    expect(failures(combine(form, corpus.urls))).toEqual([])
  })

  test.each(imageTemplates.map(form => [form('…'), form] as const))('X11 image URLs in %j', (_, form) => {
    expect(failures(combine(form, [...corpus.urls, ...corpus.imageUrls]))).toEqual([])
  })
})

test('X12 a link with a blocked scheme is plain text', () => {
  const body = getTree(corpus.urls.map(address => `[words](<${address}>)`).join('\n\n'))
  expect([...body.querySelectorAll('a')].map(link => link.outerHTML)).toEqual([])
  // All link texts must be there.
  expect(body.textContent?.match(/words/g)?.length).toBeGreaterThanOrEqual(corpus.urls.length)
})

test('X16 ids of a text have a prefix', () => {
  const ids = [...getTree('# main\n\nx[^main]\n\n[^main]: y').querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  expect(ids.filter(id => !id.startsWith('t-'))).toEqual([])
})
