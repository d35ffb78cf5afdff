import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRootDataAttribute } from '../../lib/hooks'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'
import { QrCode } from '../../ui/qr-code'

interface InviteDialogProps {
  groupName: string
  code: string
  link: string
  onClose: () => void
}

/** The invitation for a class: large enough for a projector, and alone on the printed page. */
export const InviteDialog = ({ groupName, code, link, onClose }: InviteDialogProps) => {
  const { t } = useTranslation(['teaching', 'common'])
  useRootDataAttribute('printDialog')
  return (
    <Dialog
      isOpen
      onOpenChange={isOpen => !isOpen && onClose()}
      title={t('invite.dialog', { group: groupName })}
      closeLabel={t('close', { ns: 'common' })}
      footer={
        <>
          <Button icon={<Printer />} onClick={() => window.print()}>
            {t('invite.print')}
          </Button>
          <CopyButton
            text={t('invite.message', { group: groupName, link, code })}
            label={t('invite.copyMessage')}
            copiedLabel={t('copied', { ns: 'common' })}
            variant="primary"
            size="md"
          />
        </>
      }
    >
      <div className="flex flex-col items-center gap-4 text-center">
        <p className="max-w-prose text-muted">{t('invite.how')}</p>
        <QrCode text={link} label={t('invite.qr')} className="max-w-[12rem] sm:max-w-[18rem]" />
        <dl className="flex flex-col gap-2">
          <div>
            <dt className="text-sm text-muted">{t('invite.link')}</dt>
            <dd translate="no" className="font-mono wrap-anywhere select-all">
              {link}
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{t('invite.code')}</dt>
            <dd translate="no" className="font-mono text-xl font-semibold wrap-anywhere select-all">
              {code}
            </dd>
          </div>
        </dl>
      </div>
    </Dialog>
  )
}
