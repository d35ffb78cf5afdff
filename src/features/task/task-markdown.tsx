import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FILES_PREFIX } from '../../lib/safe-url'
import { staleChunks } from '../../lib/stale-chunks'
import { Markdown } from '../../ui/markdown/markdown'

/** Markdown from the platform: a description, a hint or a write-up. */
export const TaskMarkdown = (props: { source: string; idPrefix: string }) => {
  const { t } = useTranslation(['task', 'common'])
  const labels = useMemo(
    () => ({
      copyCode: t('description.copyCode'),
      copied: t('copied', { ns: 'common' }),
      external: t('description.external'),
      blockedImage: t('description.blockedImage'),
      footnotes: t('description.footnotes'),
      plainNotice: t('description.plain'),
      failedNotice: t('description.failed'),
      stepDone: t('description.stepDone'),
      stepOpen: t('description.stepOpen'),
    }),
    [t],
  )
  return (
    <Markdown {...props} imagePrefix={FILES_PREFIX} labels={labels} onLoadError={staleChunks.handleError} />
  )
}
