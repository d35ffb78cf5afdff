import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../../api/queries/config'
import { LegalDocuments, LegalUpdated } from '../../features/shell/legal-documents'
import { InfoErrorPage, preloadConfigError } from '../../features/shell/route-error-page'
import { loadRouteData, loadRouteMessages, preloadMarkdown } from '../-load-route-data'
import { InfoPage } from './-info-page'

export const Route = createFileRoute('/_public/legal')({
  staticData: {
    namespaces: ['info'],
    preload: () => Promise.all([import('../../api/config'), import('../../ui/markdown/markdown-body')]),
  },
  loader: ({ route, context: { queryClient } }) =>
    preloadConfigError(
      loadRouteData(loadRouteMessages(route), () => queryClient.query(configQuery()), preloadMarkdown),
    ),
  errorComponent: InfoErrorPage,
  component: LegalPage,
})

function LegalPage() {
  const { t } = useTranslation('common')
  const { data: config } = useSuspenseQuery(configQuery())
  return (
    <InfoPage title={t('page.legal')} lead={<LegalUpdated date={config.legal.updated} />} config={config}>
      <LegalDocuments documents={config.legal.documents} />
    </InfoPage>
  )
}
