import { Link } from '@tanstack/react-router'
import { Lock, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'
import type { ProfileUnavailableReason } from './profile-unavailable-reason'

interface ProfileUnavailableProps {
  reason: ProfileUnavailableReason
  userId: number
}

const icons = { private: Lock, unknown: UserX } as const

export const ProfileUnavailable = ({ reason, userId }: ProfileUnavailableProps) => {
  const { t } = useTranslation('competencies')
  const Icon = icons[reason]
  return (
    <Card>
      <EmptyState
        icon={<Icon aria-hidden />}
        // A plain number, without digit grouping.
        title={t(`${reason}.text`, { id: String(userId) })}
        action={
          <Link
            to="/competencies/{-$userId}"
            params={{ userId: undefined } as { userId?: never }}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('toOwn')}
          </Link>
        }
      />
    </Card>
  )
}
