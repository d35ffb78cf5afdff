import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { logicalParent } from '../../lib/logical-parent'
import { buttonClass } from '../../ui/button-class'

interface ParentLinkProps {
  /** The page that failed. */
  path: string
  isPrimary?: boolean
}

/** Leads to the page above, named by it (specification §2, error page). */
export const ParentLink = ({ path, isPrimary = false }: ParentLinkProps) => {
  const { t } = useTranslation(['common', 'errors'])
  const parent = logicalParent(path)
  const words = {
    group: () => t('back_to', { ns: 'errors', title: t('page.group') }),
    groups: () => t('back_to_groups', { ns: 'errors' }),
    home: () => t('back_to', { ns: 'errors', title: t('home') }),
  }
  return (
    <Link to={parent.path} className={buttonClass({ variant: isPrimary ? 'primary' : 'secondary' })}>
      {words[parent.kind]()}
    </Link>
  )
}
