import { useTranslation } from 'react-i18next'
import type { TaskFlag } from '../../api/schema.gen'
import { stateText } from '../../i18n/task-text'
import { StatusIcon } from '../../ui/status-icon'

/** Which flags the task asks for; one flag without a name needs no list. */
export const FlagList = ({ flags }: { flags: readonly TaskFlag[] }) => {
  const { t } = useTranslation('task')
  if (flags.length < 2 && !flags[0]?.title) return null
  return (
    <ul aria-label={t('flags.list')} className="flex flex-col gap-2">
      {flags.map((flag, index) => (
        <li key={flag.id} className="flex items-start gap-2 text-sm">
          <StatusIcon
            status={flag.solved ? 'solved' : 'todo'}
            label={stateText(flag.solved ? 'solved' : 'todo')}
          />
          <bdi className="min-w-0">{flag.title ?? t('flags.numbered', { number: index + 1 })}</bdi>
        </li>
      ))}
    </ul>
  )
}
