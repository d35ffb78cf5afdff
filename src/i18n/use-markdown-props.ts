import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { staleChunks } from '../lib/stale-chunks'

/** Labels and callbacks of `Markdown` on the task page. */
export const useMarkdownProps = () => {
  const { t } = useTranslation(['task', 'common'])
  return useMemo(
    () => ({
      labels: {
        copyCode: t('description.copyCode'),
        copied: t('copied', { ns: 'common' }),
        external: t('description.external'),
        blockedImage: t('description.blockedImage'),
        footnotes: t('description.footnotes'),
        plainNotice: t('description.plain'),
        stepDone: t('description.stepDone'),
        stepOpen: t('description.stepOpen'),
      },
      onLoadError: staleChunks.handleError,
    }),
    [t],
  )
}
