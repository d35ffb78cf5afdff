import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { markPageReady } from '../lib/hydration'
import { createStore, useStore } from '../lib/store'

/** Sets the document title: an optional prefix (exam or lab time), the page title, the product name. */
export const useDocumentTitle = (title: string): void => {
  const { t } = useTranslation('common')
  const product = t('product')
  const prefix = useStore(titlePrefix)
  useEffect(() => {
    document.title = [prefix, title, product].filter(Boolean).join(' · ')
    markPageReady()
  }, [prefix, title, product])
}

const prefixes = { exam: '', lab: '' }
const prefix = createStore('')

/** Prefix of every page's title: the exam's time, then a lab that stops soon. */
export const titlePrefix = {
  get: prefix.get,
  /** An empty text removes it. */
  set(slot: keyof typeof prefixes, next: string): void {
    prefixes[slot] = next
    prefix.set(Object.values(prefixes).filter(Boolean).join(' · '))
  },
  subscribe: prefix.subscribe,
}

export const useTitlePrefix = (slot: keyof typeof prefixes, text: string): void =>
  useEffect(() => {
    titlePrefix.set(slot, text)
    return () => titlePrefix.set(slot, '')
  }, [slot, text])
