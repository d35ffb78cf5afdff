import { Link } from '@tanstack/react-router'
import { Keyboard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shortcutsDialog } from '../../lib/shortcuts-dialog'
import { Button } from '../../ui/button'
import { Footer } from '../../ui/main'

export const PageFooter = () => {
  const { t } = useTranslation('common')
  return (
    <Footer>
      <nav aria-label={t('nav.footer')} className="flex flex-wrap gap-4">
        <Link to="/contacts">{t('nav.contacts')}</Link>
        <Link to="/legal">{t('nav.legal')}</Link>
      </nav>
      <Button
        variant="quiet"
        size="sm"
        icon={<Keyboard className="size-4" aria-hidden />}
        aria-haspopup="dialog"
        onClick={shortcutsDialog.open}
        // Its words stand in line with the links, also where it wraps below them.
        className="-mx-3"
      >
        {t('nav.shortcuts')}
      </Button>
    </Footer>
  )
}
