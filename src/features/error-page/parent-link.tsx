import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { logicalParent } from '../../lib/logical-parent'
import { buttonClass } from '../../ui/button-class'

interface ParentLinkProps {
  /** Path of the page that failed. */
  path: string
  isPrimary?: boolean
}

/** Links to the parent page by its name. */
export const ParentLink = ({ path, isPrimary = false }: ParentLinkProps) => {
  const { t } = useTranslation(['common', 'errors'])
  const parent = logicalParent(path)
  const labels = {
    group: () => t('back_to_group', { ns: 'errors' }),
    groups: () => t('back_to_groups', { ns: 'errors' }),
    home: () => t('back_to_home', { ns: 'errors' }),
  }
  return (
    <Link to={parent.path} className={buttonClass({ variant: isPrimary ? 'primary' : 'secondary' })}>
      {labels[parent.kind]()}
    </Link>
  )
}
