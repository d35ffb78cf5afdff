import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { ContactList } from '../../features/contacts/contact-list'
import { configQuery } from '../../queries/config'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'
import { InfoErrorPage, preloadConfigError } from './-info-error'
import { PrintButton, SampleNotice } from './-info-parts'

export const Route = createFileRoute('/_public/contacts')({
  staticData: { namespaces: ['info'], preload: () => import('../../api/config') },
  loader: ({ route, context: { queryClient } }) =>
    preloadConfigError(loadRouteData(loadRouteMessages(route), () => queryClient.query(configQuery()))),
  errorComponent: InfoErrorPage,
  component: ContactsPage,
})

function ContactsPage() {
  const { t } = useTranslation(['info', 'common'])
  const { data: config } = useSuspenseQuery(configQuery())
  return (
    <Page title={t('page.contacts', { ns: 'common' })} lead={t('contacts.lead')} actions={<PrintButton />}>
      {config.is_sample && <SampleNotice />}
      <ContactList sections={config.contacts} />
    </Page>
  )
}
