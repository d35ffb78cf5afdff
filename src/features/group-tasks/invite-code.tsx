import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { parseCode } from '../../lib/route-params'
import type { Group } from '../../queries/responses'
import { CopyButton } from '../../ui/copy-button'

/** Invite code and link. The server sends the code to administrators only. */
export const InviteCode = ({ group }: { group: Group }) => {
  const { t } = useTranslation('groups')
  const code = parseCode(group.invite_code)
  if (!group.is_admin || code === null) return null
  const link = `${window.location.origin}/invite/${code}`
  return (
    <section
      aria-label={t('inviteCode.title')}
      className="flex flex-wrap items-center gap-x-6 gap-y-1 print:hidden"
    >
      <CopyableText label={t('inviteCode.code')} copyLabel={t('inviteCode.copyCode')} text={code} />
      <CopyableText label={t('inviteCode.link')} copyLabel={t('inviteCode.copyLink')} text={link} />
    </section>
  )
}

const CopyableText = ({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) => {
  const { t } = useTranslation('common')
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-sm">
      <span className="text-muted">{label}</span>
      <code className="min-w-0 wrap-anywhere select-all">{text}</code>
      <CopyButton
        text={text}
        label={copyLabel}
        copiedLabel={t('copied')}
        isIconOnly
        onCopied={() => announce(t('copied'))}
        className="shrink-0"
      />
    </p>
  )
}
