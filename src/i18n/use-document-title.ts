import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** The document's title: the page's own words, then the product's name. */
export const useDocumentTitle = (title: string): void => {
  const { t } = useTranslation('common')
  const product = t('product')
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
}
