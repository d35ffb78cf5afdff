import { Link } from '@tanstack/react-router'
import { Construction } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/button-class'
import { EmptyState } from '../../ui/empty-state'

interface PlannedPageProps {
  /** What will be here, in one honest sentence. */
  children: ReactNode
  action?: ReactNode
}

/** The body of a screen that is not built yet: says so, says what will come, and leads on. */
export const PlannedPage = ({ children, action }: PlannedPageProps) => {
  const { t } = useTranslation('common')
  return (
    <EmptyState
      icon={<Construction aria-hidden />}
      title={t('planned.lead')}
      headingLevel={2}
      action={
        action ?? (
          <Link to="/groups" className={buttonClass({ variant: 'primary' })}>
            {t('page.groups')}
          </Link>
        )
      }
    >
      {children}
    </EmptyState>
  )
}
