import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { groupQuery } from '../../queries/groups'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/** Nothing comes through to the platform during an exam: what that means and what to do. Announced once by the watcher. */
export const ConnectionBanner = ({ groupId }: { groupId: number }) => {
  const { t } = useTranslation('examBar')
  const queryClient = useQueryClient()
  const query = groupQuery(groupId)
  const isAsking = useIsFetching({ queryKey: query.queryKey }) > 0
  const ask = () => {
    // Whatever comes of it is told by the bar.
    queryClient.query({ ...query, staleTime: 0, retry: false }).catch(() => {})
  }
  return (
    <section aria-label={t('cut.region')}>
      <Banner
        tone="danger"
        isBleed
        icon={<WifiOff />}
        title={t('cut.title')}
        action={
          <Button size="sm" isPending={isAsking} onClick={ask}>
            {t('cut.check')}
          </Button>
        }
      >
        {t('cut.text')}
      </Banner>
    </section>
  )
}
