import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../queries/responses'
import { Banner } from '../../ui/banner'
import { cx } from '../../ui/cx'

interface DisabledNoticeProps {
  task: Task
  isSolved: boolean
}

/** On wide screens the flag panel shows the same. */
export const DisabledNotice = ({ task, isSolved }: DisabledNoticeProps) => {
  const { t } = useTranslation('task')
  if (task.status !== 'disabled') return null
  return (
    <Banner
      tone="neutral"
      icon={<Lock className="size-4" />}
      title={t('disabled.notice')}
      className={cx('max-w-[88rem] 2xl:max-w-none', !isSolved && 'xl:hidden')}
    >
      {task.disabled_reason && <bdi>{task.disabled_reason}</bdi>}
    </Banner>
  )
}
