import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { LegalDocuments, LegalUpdated } from '../../features/legal/legal-documents'
import { configQuery } from '../../queries/config'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'
import { preloadMarkdown, preloadMarkdownBody } from '../-preload-markdown'
import { InfoErrorPage, preloadConfigError } from './-info-error'
import { PrintButton, SampleNotice } from './-info-parts'

export const Route = createFileRoute('/_public/legal')({
  staticData: {
    namespaces: ['info'],
    preload: () => Promise.all([import('../../api/config'), preloadMarkdownBody()]),
  },
  loader: ({ route, context: { queryClient } }) =>
    preloadConfigError(
      loadRouteData(loadRouteMessages(route), () => queryClient.query(configQuery()), preloadMarkdown),
    ),
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
