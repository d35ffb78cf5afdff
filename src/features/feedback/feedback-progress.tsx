import { useTranslation } from 'react-i18next'
import type { UploadProgress } from '../../api/upload'
import { formatSize } from '../../lib/format'
import { Progress } from '../../ui/progress'

/** How much of message and file has gone; once all has, only the answer is waited for. */
export const FeedbackProgress = ({ progress }: { progress: UploadProgress | null }) => {
  const { t, i18n } = useTranslation('feedback')
  const { loaded, total } = progress ?? { loaded: 0, total: 0 }
  const isGone = total > 0 && loaded >= total
  const size = (bytes: number) => formatSize(bytes, i18n.language)
  return (
    <Progress
      // Without a word from the browser on the way, nothing is pretended.
      value={loaded === 0 || isGone ? null : loaded}
      max={total}
      label={t(isGone ? 'progress.waiting' : 'progress.label')}
      {...(total > 0 && { valueText: t('progress.value', { loaded: size(loaded), total: size(total) }) })}
    />
  )
}
