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
 * The address, shortened, and whether it is confirmed (specification §2, profile menu). The whole of it is in the tooltip
 * and behind the copy button, because touch knows no tooltips; where the clipboard is refused it is written out.
 */
export const EmailLine = ({ user }: { user: User }) => {
  const { t } = useTranslation('account')
  const [isWhole, setWhole] = useState(false)
  // Types are not checks: a drifted answer may lack the address.
  const email = user.email ?? ''
  const short = isWhole ? email : shortEmail(email)
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
            onFailed={() => setWhole(true)}
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
