import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { LegalDocuments, LegalUpdated } from '../../features/legal/legal-documents'
import { configQuery } from '../../queries/config'
import { loadScreen, routeTexts } from '../-load-screen'
import { preloadMarkdown, warmMarkdown } from '../-markdown-part'
import { InfoErrorPage, withConfigError } from './-info-error'
import { PrintButton, SampleNotice } from './-info-parts'

export const Route = createFileRoute('/_public/legal')({
  staticData: {
    texts: ['info'],
    parts: () => Promise.all([import('../../api/config'), warmMarkdown()]),
  },
  loader: ({ route, context: { queryClient } }) =>
    withConfigError(loadScreen(routeTexts(route), () => queryClient.query(configQuery()), preloadMarkdown)),
  errorComponent: InfoErrorPage,
  component: LegalPage,
})

function LegalPage() {
  const { t } = useTranslation(['info', 'common'])
  const { data: config } = useSuspenseQuery(configQuery())
  return (
    <Page
      title={t('page.legal', { ns: 'common' })}
      lead={<LegalUpdated date={config.legal.updated} />}
      actions={<PrintButton />}
    >
      {config.is_sample && <SampleNotice />}
      <LegalDocuments documents={config.legal.documents} />
    </Page>
  )
}
