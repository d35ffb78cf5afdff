import { renderToStaticMarkup } from 'react-dom/server'
import { FILES_PREFIX } from '../../lib/safe-url'
import { MarkdownBody } from '../../ui/markdown/markdown-body'
import { expectSanitized } from './generate'
import { findDangerousMarkup, markdownInputs, markdownLabels } from './markdown-inputs'

/** The options of the four uses of the renderer. */
const variants = [
  { idPrefix: 'description-', imagePrefix: FILES_PREFIX },
  { idPrefix: 'writeup-', imagePrefix: FILES_PREFIX },
  { idPrefix: 'hint-1-', imagePrefix: FILES_PREFIX },
  { idPrefix: 'terms-text-', imagePrefix: '/files/legal/' },
] as const

type Variant = (typeof variants)[number]

// Parsed again, so that broken-out markup is seen; in an inert document, so that nothing is loaded.
const { body } = document.implementation.createHTMLDocument('')

const getVariant = (source: string): Variant => variants[source.length % variants.length] ?? variants[0]

expectSanitized<string, (source: string, variant: Variant) => string>({
  ...markdownInputs,
  ids: 'X01 X02 X11 X12 X16',
  check: (render, source) => {
    const variant = getVariant(source)
    body.innerHTML = render(source, variant)
    const [danger] = findDangerousMarkup(body, variant)
    return danger ?? null
  },
  actual: (source, variant) =>
    renderToStaticMarkup(<MarkdownBody source={source} {...variant} labels={markdownLabels} />),
  naive: source => `<a href="${source.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}">x</a>`,
})
