import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Config } from '../../api/config'
import { configWords } from '../../i18n/config-words'
import { useDocumentFocus } from './focus-document'

type Documents = Config['legal']['documents']

/** Leads to each document of the page; stays in sight beside them where there is room. */
export const LegalContents = ({ documents }: { documents: Documents }) => {
  const { t, i18n } = useTranslation('info')
  const focusAgain = useDocumentFocus()
  return (
    <nav aria-labelledby="legal-contents" className="lg:sticky lg:top-[calc(var(--head-room)+1.5rem)]">
      <h2 id="legal-contents" className="text-sm text-muted">
        {t('legal.contents')}
      </h2>
      <ol className="mt-2 flex flex-col gap-1">
        {documents.map(({ id, title }) => (
          <li key={id}>
            <Link to="/legal" hash={id} className="inline-block py-1" onClick={() => focusAgain(id)}>
              <bdi>{configWords(title, i18n.language)}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
