import { Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '../../i18n/language'
import { writeLanguageCookie } from '../../lib/cookie'
import { languages, toLanguage } from '../../lib/languages'
import { staleChunks } from '../../lib/stale-chunks'
import { toast } from '../../lib/toast'
import { Button } from '../../ui/button'
import { RadioMenu } from '../../ui/radio-menu'

/** Русский / English, kept for a year (specification §2). Route, drafts and dialogs stay as they are. */
export const LanguageMenu = () => {
  const { t, i18n } = useTranslation('common')
  const current = toLanguage(i18n.language)
  const change = (language: string) => {
    switchLanguage(toLanguage(language)).catch(async error => {
      const keep = () => writeLanguageCookie(toLanguage(language))
      if ((await staleChunks.settle(error, { prepare: keep })) === 'ask') return
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
          // The name begins with what is written, so that "press RU" works by voice.
          aria-label={`${current.toUpperCase()}. ${t('language.menu', { language: t(`language.${current}`) })}`}
        >
          {current.toUpperCase()}
        </Button>
      }
    />
  )
}
