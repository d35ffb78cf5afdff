import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { notePage } from '../lib/first-page'
import { titlePrefix } from '../lib/title-prefix'

/** The document's title: what matters on any page now, the page's own words, then the product's name. Whatever has one stands as a page. */
export const useDocumentTitle = (title: string): void => {
  const { t } = useTranslation('common')
  const product = t('product')
  const prefix = useSyncExternalStore(titlePrefix.subscribe, titlePrefix.get, titlePrefix.get)
  useEffect(notePage, [])
  useEffect(() => {
    document.title = [prefix, title, product].filter(Boolean).join(' · ')
  }, [prefix, title, product])
}
