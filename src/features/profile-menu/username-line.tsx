import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/schema.gen'
import { IconButton } from '../../ui/icon-button'
import type { EditModes } from './use-edit-mode'

interface UsernameLineProps {
  user: User
  modes: EditModes
}

/** The username and the pencil; without a confirmed address the pencil only says why (specification §5 and §6). */
export const UsernameLine = ({ user, modes }: UsernameLineProps) => {
  const { t } = useTranslation('account')
  return (
    <div>
      <div className="flex items-center gap-1">
        <bdi className="line-clamp-3 min-w-0 wrap-anywhere text-sm text-muted">{user.username}</bdi>
        <IconButton
          ref={modes.openers.username}
          size="sm"
          label={t('username.edit')}
          icon={<Pencil className="size-4" aria-hidden />}
          onClick={() => modes.enter('username')}
          {...(!user.email_verified && { disabledReason: t('onlyVerified') })}
        />
      </div>
      {!user.email_verified && (
        // The pencil's description says the same to those who cannot see it; touch has no tooltip.
        <p aria-hidden className="text-xs text-muted">
          {t('onlyVerified')}
        </p>
      )}
    </div>
  )
}
