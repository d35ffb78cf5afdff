import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../../api/queries/config'
import { ContactList } from '../../features/shell/contact-list'
import { InfoErrorPage, preloadConfigError } from '../../features/shell/route-error-page'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'
import { InfoPage } from './-info-page'

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
    <InfoPage title={t('page.contacts', { ns: 'common' })} lead={t('contacts.lead')} config={config}>
      <ContactList sections={config.contacts} />
    </InfoPage>
  )
}
