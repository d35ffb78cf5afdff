import { BadgeCheck, MailWarning } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/schema.gen'
import { announce } from '../../lib/announce'
import { Badge } from '../../ui/badge'
import { CopyButton } from '../../ui/copy-button'
import { Tooltip } from '../../ui/tooltip'
import { shortEmail } from './short-email'

/**
 * The shortened email address and whether it is verified. Touch screens have no tooltips, so the copy button
 * has the whole address; it is shown if copying fails.
 */
export const EmailLine = ({ user }: { user: User }) => {
  const { t } = useTranslation('account')
  const [showsAll, setShowsAll] = useState(false)
  // Responses may not match the types.
  const email = user.email ?? ''
  const short = showsAll ? email : shortEmail(email)
  const text = <bdi className="min-w-0 wrap-anywhere">{short}</bdi>
  return (
    <div className="flex flex-col items-start gap-1">
      {email && (
        <div className="flex max-w-full items-center gap-1 text-sm">
          {short === email ? (
            text
          ) : (
            <Tooltip content={email} isDescription={false}>
              {text}
            </Tooltip>
          )}
          <CopyButton
            text={email}
            label={t('email.copy', { email })}
            copiedLabel={t('email.copied')}
            onCopied={() => announce(t('email.copied'))}
            onFailed={() => setShowsAll(true)}
            isIconOnly
          />
        </div>
      )}
      {user.email_verified ? (
        <Badge tone="success" icon={<BadgeCheck aria-hidden />}>
          {t('verified')}
        </Badge>
      ) : (
        <Badge tone="danger" isSolid icon={<MailWarning aria-hidden />}>
          {t('unverified')}
        </Badge>
      )}
    </div>
  )
}
