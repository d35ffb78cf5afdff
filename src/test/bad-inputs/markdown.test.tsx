import { renderToStaticMarkup } from 'react-dom/server'
import { filesPrefix } from '../../lib/files-prefix'
import { MarkdownBody } from '../../ui/markdown/markdown-body'
import { dangersOf } from './dangers'
import { holdSink } from './hold-sink'
import { markdownInputs, markdownWords } from './markdown'

/** What each of the four places gives the one renderer. */
const places = [
  { idPrefix: 'description-', imagePrefix: filesPrefix },
  { idPrefix: 'writeup-', imagePrefix: filesPrefix },
  { idPrefix: 'hint-1-', imagePrefix: filesPrefix },
  { idPrefix: 'terms-text-', imagePrefix: '/files/legal/' },
] as const

type Place = (typeof places)[number]

// Read by a parser anew, so that a mark which breaks out of its place is seen; inert, so that nothing is loaded.
const { body } = document.implementation.createHTMLDocument('')

const placeOf = (source: string): Place => places[source.length % places.length] ?? places[0]

holdSink<string, (source: string, place: Place) => string>({
  ...markdownInputs,
  cases: 'X01 X02 X11 X12 X16',
  judge: (render, source) => {
    const place = placeOf(source)
    body.innerHTML = render(source, place)
    const [danger] = dangersOf(body, place)
    return danger ?? null
  },
  product: (source, place) =>
    renderToStaticMarkup(<MarkdownBody source={source} {...place} words={markdownWords} />),
  careless: {
    'the text as HTML': source => source,
    'without scripts and handlers': source =>
      source.replace(/<script.*?>.*?<\/script>/gi, '').replace(/ on\w+=/gi, ' '),
    'links as they come': source =>
      `<a href="${source.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}">x</a>`,
  },
})
