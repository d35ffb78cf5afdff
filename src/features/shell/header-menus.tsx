import { Languages, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '../../i18n/language'
import { writeLanguageCookie } from '../../lib/cookie'
import { useIsClient } from '../../lib/hydration'
import { languages, toLanguage } from '../../lib/languages'
import { staleChunks } from '../../lib/stale-chunks'
import { applyTheme, readTheme, type Theme, themes } from '../../lib/theme'
import { toast } from '../../lib/toast'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
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
          icon={<Languages className="size-5" />}
          // The accessible name starts with the visible text, for voice control.
          aria-label={`${current.toUpperCase()}. ${t('language.menu', { language: t(`language.${current}`) })}`}
        >
          {current.toUpperCase()}
        </Button>
      }
    />
  )
}

export const ThemeMenu = () => {
  const { t } = useTranslation('common')
  const [chosen, setTheme] = useState<Theme>(readTheme)
  // Prerendered pages cannot know the theme.
  const theme = useIsClient() ? chosen : 'system'
  const choose = (value: string) => {
    const next = themes.find(one => one === value) ?? 'system'
    setTheme(next)
    applyTheme(next)
  }
  return (
    <RadioMenu
      label={t('theme.label')}
      value={theme}
      options={themes.map(value => ({ value, label: t(`theme.${value}`) }))}
      onChange={choose}
      align="end"
      trigger={
        <IconButton
          label={t('theme.menu', { theme: t(`theme.${theme}`) })}
          icon={<SunMoon className="size-6" />}
          hasTooltip={false}
        />
      }
    />
  )
}
