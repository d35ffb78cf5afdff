import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { PlannedPage } from '../../features/planned/planned-page'
import { parseId } from '../../lib/route-params'

export const Route = createFileRoute('/_protected/competencies/{-$userId}')({
  params: {
    parse: ({ userId }) => {
      if (userId === undefined) return {}
      const id = parseId(userId)
      return id !== null && { userId: id }
    },
    stringify: ({ userId }) => (userId === undefined ? {} : { userId: String(userId) }),
  },
  component: CompetenciesPage,
})

function CompetenciesPage() {
  const { t } = useTranslation('common')
  return (
    <Page title={t('page.competencies')}>
      <PlannedPage>{t('planned.competencies')}</PlannedPage>
    </Page>
  )
}
