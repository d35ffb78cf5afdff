import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../lib/announce'
import { staleChunks } from '../lib/stale-chunks'

/** What `Markdown` says on the page of a task: its words, the one about a copy that succeeded, and what a deployment asks for. */
export const useMarkdownWords = () => {
  const { t } = useTranslation(['task', 'common'])
  return useMemo(() => {
    const copied = t('copied', { ns: 'common' })
    return {
      words: {
        copyCode: t('description.copyCode'),
        copied,
        external: t('description.external'),
        blockedImage: t('description.blockedImage'),
        footnotes: t('description.footnotes'),
        plainNotice: t('description.plain'),
        stepDone: t('description.stepDone'),
        stepOpen: t('description.stepOpen'),
      },
      onCopied: () => announce(copied, 'polite'),
      onNotLoaded: staleChunks.settle,
    }
  }, [t])
}
