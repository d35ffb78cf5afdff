import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ExamNotice, examStore } from '../../queries/exam-watch-store'
import { Banner } from '../../ui/banner'
import { buttonClass } from '../../ui/button-class'
import { useNoticeText } from './use-notice-text'

const tones = { over: 'warning', moved: 'info', refused: 'warning' } as const

/** News of the exam until the person has taken note. Announced once by the watcher. */
export const NoticeBanner = ({ notice }: { notice: ExamNotice }) => {
  const { t } = useTranslation('examBar')
  const words = useNoticeText(notice)
  return (
    <section aria-label={t('notice.region')}>
      <Banner
        tone={tones[notice.kind]}
        isBleed
        title={words?.title}
        onDismiss={examStore.dismiss}
        dismissLabel={t('notice.dismiss')}
        action={
          <Link
            to="/group/$groupId"
            params={{ groupId: notice.groupId }}
            search={{ tab: 'exam' }}
            className={buttonClass({ size: 'sm' })}
          >
            {t('notice.go')}
          </Link>
        }
      >
        {words?.text}
      </Banner>
    </section>
  )
}
