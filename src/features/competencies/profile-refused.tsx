import { Link } from '@tanstack/react-router'
import { Lock, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'
import type { ProfileRefusal } from './profile-refusal'

interface ProfileRefusedProps {
  refusal: ProfileRefusal
  /** The number that was asked for. */
  userId: number
}

const icons = { private: Lock, unknown: UserX } as const

/** A profile that nobody else may see, or that there is not: a state with a way on, not an error. */
export const ProfileRefused = ({ refusal, userId }: ProfileRefusedProps) => {
  const { t } = useTranslation('competencies')
  const Icon = icons[refusal]
  return (
    <Card>
      <EmptyState
        icon={<Icon aria-hidden />}
        // As it stands in the address, without the spaces of a figure.
        title={t(`${refusal}.text`, { id: String(userId) })}
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
