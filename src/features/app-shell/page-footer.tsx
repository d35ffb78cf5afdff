import { Link } from '@tanstack/react-router'
import { Keyboard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shortcutsDialog } from '../../lib/shortcuts-dialog'
import { Button } from '../../ui/button'
import { Footer } from '../../ui/main'

const linkClass = 'inline-flex min-h-6 items-center pointer-coarse:min-h-control'

export const PageFooter = () => {
  const { t } = useTranslation('common')
  return (
    <Footer>
      <nav aria-label={t('nav.footer')} className="flex flex-wrap gap-x-4 gap-y-2">
        <Link to="/contacts" className={linkClass}>
          {t('nav.contacts')}
        </Link>
        <Link to="/legal" className={linkClass}>
          {t('nav.legal')}
        </Link>
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
