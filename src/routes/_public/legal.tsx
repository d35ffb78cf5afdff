import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { LegalDocuments, LegalUpdated } from '../../features/legal/legal-documents'
import { configQuery } from '../../queries/config'
import { loadScreen, routeTexts } from '../-load-screen'
import { InfoErrorPage, withConfigError } from './-info-error'
import { PrintButton, SampleNotice } from './-info-parts'

/**
 * Fetched beside the texts that it will show, so that all documents have their height when the page scrolls to one.
 * Where it does not come, the texts are shown without their formatting.
 */
const preloadMarkdown = async (): Promise<void> => {
  try {
    const markdown = await import('../../ui/markdown/markdown')
    await markdown.preloadMarkdown()
  } catch {}
}

export const Route = createFileRoute('/_public/legal')({
  staticData: {
    texts: ['info'],
    parts: () =>
      Promise.all([
        import('../../api/config'),
        import('../../ui/markdown/markdown').then(part => part.preloadMarkdown()),
      ]),
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
