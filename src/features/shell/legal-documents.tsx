import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Config } from '../../api/config'
import { localize } from '../../i18n/localize'
import { clock } from '../../lib/clock'
import { formatDay } from '../../lib/format'
import { staleChunks } from '../../lib/stale-chunks'
import { EmptyState } from '../../ui/empty-state'
import { Markdown } from '../../ui/markdown/markdown'

type Legal = Config['legal']
type Document = Legal['documents'][number]

export const LegalDocuments = ({ documents }: { documents: Legal['documents'] }) => {
  const { t } = useTranslation('info')
  if (documents.length === 0) return <EmptyState title={t('legal.empty')} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_var(--width-64)] lg:gap-12 print:block">
      <LegalContents documents={documents} />
      <div className="flex max-w-3xl flex-col gap-12">
        {documents.map(document => (
          <LegalDocument key={document.id} document={document} />
        ))}
      </div>
    </div>
  )
}

const LegalDocument = ({ document: { id, title, text } }: { document: Document }) => {
  const { i18n } = useTranslation('info')
  return (
    <article aria-labelledby={id} className="flex flex-col gap-4 border-t border-line pt-6">
      {/* `data-page-focus` keeps focus here when the page opens at this document. */}
      <h2 id={id} tabIndex={-1} data-document data-page-focus className="text-xl">
        <bdi>{localize(title, i18n.language)}</bdi>
      </h2>
      <LegalText id={id} source={localize(text, i18n.language)} />
    </article>
  )
}

/** No images are served from here, so none is allowed. */
const imagePrefix = '/files/legal/'

const LegalText = ({ id, source }: { id: string; source: string }) => {
  const { t } = useTranslation(['info', 'common'])
  return (
    <Markdown
      source={source}
      idPrefix={`${id}-text-`}
      imagePrefix={imagePrefix}
      labels={{
        copyCode: t('legal.copyCode'),
        copied: t('copied', { ns: 'common' }),
        external: t('external'),
        blockedImage: t('legal.blockedImage'),
        footnotes: t('legal.footnotes'),
        plainNotice: t('legal.plain'),
        failedNotice: t('legal.plain'),
        stepDone: t('legal.stepDone'),
        stepOpen: t('legal.stepOpen'),
      }}
      onLoadError={staleChunks.handleError}
    />
  )
}

export const LegalUpdated = ({ date }: { date: string }) => {
  const { t, i18n } = useTranslation('info')
  return <time dateTime={date}>{t('legal.updated', { date: formatDay(date, i18n.language) })}</time>
}

/** Table of contents; sticky on wide screens. */
const LegalContents = ({ documents }: { documents: Legal['documents'] }) => {
  const { t, i18n } = useTranslation('info')
  const focusAgain = useDocumentFocus()
  return (
    <nav
      aria-labelledby="legal-contents"
      className="lg:sticky lg:order-last lg:top-[calc(var(--header-offset)+1.5rem)]"
    >
      <h2 id="legal-contents" className="text-sm text-muted">
        {t('legal.contents')}
      </h2>
      <ol className="mt-2 flex flex-col gap-1">
        {documents.map(({ id, title }) => (
          <li key={id}>
            <Link to="/legal" hash={id} className="inline-block py-1" onClick={() => focusAgain(id)}>
              <bdi>{localize(title, i18n.language)}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const findHeading = (id: string): HTMLElement | null => {
  const heading = document.getElementById(id)
  return heading?.matches('[data-document]') ? heading : null
}

/** Longer than Markdown takes to render. */
const KEEP_IN_VIEW_MS = 5000
const userInputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Keeps a heading in view while Markdown above it renders, until the user acts. Returns the stop function. */
const keepInView = (heading: HTMLElement): (() => void) => {
  if (typeof ResizeObserver === 'undefined') return () => undefined
  let isInitial = true
  const observer = new ResizeObserver(() => {
    // The first call only reports the initial size; the router has scrolled already.
    if (!isInitial) heading.scrollIntoView()
    isInitial = false
  })
  observer.observe(document.body)
  const controller = new AbortController()
  const end = () => {
    observer.disconnect()
    controller.abort()
    stopTimer()
  }
  const stopTimer = clock.after(KEEP_IN_VIEW_MS, end)
  for (const move of userInputEvents)
    addEventListener(move, end, { signal: controller.signal, passive: true })
  return end
}

/** Focuses the document in the hash, on every change. Returns a handler for links to the present hash. */
const useDocumentFocus = (): ((id: string) => void) => {
  const hash = useLocation({ select: location => location.hash })
  useEffect(() => {
    const heading = findHeading(hash)
    if (!heading) return
    heading.focus({ preventScroll: true })
    return keepInView(heading)
  }, [hash])
  return id => {
    if (id !== hash) return
    const heading = findHeading(id)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }
}
