import { SunMoon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyTheme, readTheme, type Theme, themes } from '../../lib/theme'
import { IconButton } from '../../ui/icon-button'
import { RadioMenu } from '../../ui/radio-menu'
import { useIsClient } from '../../ui/use-is-client'

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
          icon={<SunMoon aria-hidden />}
          hasTooltip={false}
        />
      }
    />
  )
}
