import { useTranslation } from 'react-i18next'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../ui/skeleton'

/** Shown while a page's first data loads; the old page stays for the first 150 ms. */
export const PendingPage = () => {
  const { t } = useTranslation('common')
  return (
    <SkeletonGroup label={t('loading')}>
      <Skeleton className="h-10 w-1/2" />
      <div className="mt-6">
        <SkeletonText lines={4} />
      </div>
    </SkeletonGroup>
  )
}
