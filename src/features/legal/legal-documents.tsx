import { useTranslation } from 'react-i18next'
import type { Config } from '../../api/config'
import { configWords } from '../../i18n/config-words'
import { announce } from '../../lib/announce'
import { formatDay } from '../../lib/format'
import { staleChunks } from '../../lib/stale-chunks'
import { EmptyState } from '../../ui/empty-state'
import { Markdown } from '../../ui/markdown/markdown'
import { LegalContents } from './legal-contents'

type Legal = Config['legal']
type Document = Legal['documents'][number]

/** The legal texts of this deployment under their contents. */
export const LegalDocuments = ({ documents }: { documents: Legal['documents'] }) => {
  const { t } = useTranslation('info')
  if (documents.length === 0) return <EmptyState title={t('legal.empty')} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[var(--width-64)_minmax(0,1fr)] print:block">
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
      {/* `data-page-focus` keeps the focus here when the page opens at this document. */}
      <h2 id={id} tabIndex={-1} data-document data-page-focus className="text-xl">
        <bdi>{configWords(title, i18n.language)}</bdi>
      </h2>
      <LegalText id={id} source={configWords(text, i18n.language)} />
    </article>
  )
}

/** No image of ours belongs to a legal text, so none is allowed. */
const imagePrefix = '/files/legal/'

const LegalText = ({ id, source }: { id: string; source: string }) => {
  const { t } = useTranslation(['info', 'common'])
  const copied = t('copied', { ns: 'common' })
  return (
    <Markdown
      source={source}
      idPrefix={`${id}-text-`}
      imagePrefix={imagePrefix}
      words={{
        copyCode: t('legal.copyCode'),
        copied,
        external: t('external'),
        blockedImage: t('legal.blockedImage'),
        footnotes: t('legal.footnotes'),
        plainNotice: t('legal.plain'),
        stepDone: t('legal.stepDone'),
        stepOpen: t('legal.stepOpen'),
      }}
      onCopied={() => announce(copied, 'polite')}
      onNotLoaded={staleChunks.settle}
    />
  )
}

/** When the texts were changed last, in words. */
export const LegalUpdated = ({ date }: { date: string }) => {
  const { t, i18n } = useTranslation('info')
  return <time dateTime={date}>{t('legal.updated', { date: formatDay(date, i18n.language) })}</time>
}
