import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { markPageReady } from '../lib/hydration'
import { useStore } from '../lib/store'
import { titlePrefix } from '../lib/title-prefix'

/** Sets the document title: an optional prefix (exam or lab time), the page title, the product name. */
export const useDocumentTitle = (title: string): void => {
  const { t } = useTranslation('common')
  const product = t('product')
  const prefix = useStore(titlePrefix)
  useEffect(markPageReady, [])
  useEffect(() => {
    document.title = [prefix, title, product].filter(Boolean).join(' · ')
  }, [prefix, title, product])
}
