import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Presenter as Shown } from '../features/leaderboard/presenter'
import { lazyPart } from '../i18n/lazy-part'
import { useDocumentTitle } from '../i18n/use-document-title'
import { Button } from '../ui/button'
import { PageTitle } from '../ui/page-title'
import { SectionBoundary } from '../ui/section-boundary'
import { SectionError } from '../ui/section-error'

const Presenter = lazyPart(
  () => import('../features/leaderboard/presenter').then(part => part.Presenter),
  'leaderboard',
)

/** The board for a classroom's wall, which few people open; without its code there is a way back. */
export const PresenterView = (props: ComponentProps<typeof Shown>) => {
  const { t } = useTranslation(['leaderboard', 'common'])
  useDocumentTitle(t('title'))
  return (
    <SectionBoundary
      failed={retry => (
        <>
          <PageTitle>{t('title')}</PageTitle>
          <SectionError
            title={t('presenter.failed')}
            action={
              <>
                <Button onClick={retry}>{t('retry', { ns: 'common' })}</Button>
                <Button onClick={props.onLeave}>{t('presenter.leave')}</Button>
              </>
            }
          />
        </>
      )}
    >
      <Presenter {...props} />
    </SectionBoundary>
  )
}
