import { correction, generate } from 'lean-qr'
import { Printer } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRootDataAttribute } from '../../lib/hooks'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'

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
        <Button variant="primary" icon={<Printer />} onClick={() => window.print()}>
          {t('invite.print')}
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-4 text-center">
        <p className="max-w-prose text-muted">{t('invite.how')}</p>
        <LinkQrCode text={link} label={t('invite.qr')} />
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
        <CopyButton
          text={t('invite.message', { group: groupName, link, code })}
          label={t('invite.copyMessage')}
          copiedLabel={t('copied', { ns: 'common' })}
          variant="secondary"
          size="md"
        />
      </div>
    </Dialog>
  )
}

/** Readers need a light margin of four modules. */
const QUIET_MODULES = 4

/** Dark on light in both themes, as many readers require. */
const LinkQrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => {
    const bitmap = generate(text, { minCorrectionLevel: correction.M })
    const dark: string[] = []
    for (let y = 0; y < bitmap.size; y++)
      for (let x = 0; x < bitmap.size; x++) if (bitmap.get(x, y)) dark.push(`M${x} ${y}h1v1h-1z`)
    return { size: bitmap.size, path: dark.join('') }
  }, [text])
  const box = size + 2 * QUIET_MODULES
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${box} ${box}`}
      shapeRendering="crispEdges"
      className="w-full max-w-[12rem] rounded-control sm:max-w-[18rem]"
    >
      <rect x={-QUIET_MODULES} y={-QUIET_MODULES} width={box} height={box} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
