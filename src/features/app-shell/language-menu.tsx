import { Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '../../i18n/language'
import { writeLanguageCookie } from '../../lib/cookie'
import { languages, toLanguage } from '../../lib/languages'
import { staleChunks } from '../../lib/stale-chunks'
import { toast } from '../../lib/toast'
import { Button } from '../../ui/button'
import { RadioMenu } from '../../ui/radio-menu'

/** The choice is stored in a cookie for a year. Route, drafts and dialogs stay as they are. */
export const LanguageMenu = () => {
  const { t, i18n } = useTranslation('common')
  const current = toLanguage(i18n.language)
  const change = (language: string) => {
    switchLanguage(toLanguage(language)).catch(async error => {
      const storeLanguage = () => writeLanguageCookie(toLanguage(language))
      if ((await staleChunks.handleError(error, { prepare: storeLanguage })) === 'ask') return
      toast.error(t('language.failed'), { id: 'language' })
    })
  }
  return (
    <RadioMenu
      label={t('language.label')}
      value={current}
      options={languages.map(one => ({ value: one, label: t(`language.${one}`), lang: one }))}
      onChange={change}
      align="end"
      trigger={
        <Button
          variant="quiet"
          icon={<Languages aria-hidden className="size-5" />}
          // The accessible name starts with the visible text, for voice control.
          aria-label={`${current.toUpperCase()}. ${t('language.menu', { language: t(`language.${current}`) })}`}
        >
          {current.toUpperCase()}
        </Button>
      }
    />
  )
}
