import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../api/schema.gen'
import { Banner } from '../../ui/banner'

/** Above a disabled task: it can be read, and why nothing can be sent. */
export const DisabledNotice = ({ task }: { task: Task }) => {
  const { t } = useTranslation('task')
  if (task.status !== 'disabled') return null
  return (
    <Banner
      tone="warning"
      icon={<Lock className="size-4" />}
      title={t('disabled.notice')}
      className="max-w-[88rem]"
    >
      {task.disabled_reason && <bdi>{task.disabled_reason}</bdi>}
    </Banner>
  )
}
