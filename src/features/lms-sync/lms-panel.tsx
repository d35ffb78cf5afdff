import { Download, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../lib/online'
import { useIsSlow } from '../../lib/use-is-slow'
import { type LmsSyncKind, useLmsSync } from '../../queries/lms-sync'
import type { Group } from '../../queries/responses'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { SyncHistory } from './sync-history'

const SLOW_AFTER_MS = 10_000

/** LMS sync for administrators: two buttons and the result of each press. */
export const LmsPanel = ({ group }: { group: Group }) => {
  const { t } = useTranslation('lms')
  const isOnline = useOnline()
  const [isConfirming, setConfirming] = useState(false)
  const { start, pending, history } = useLmsSync(group.id)
  const isSlow = useIsSlow(pending !== null, SLOW_AFTER_MS)
  const code = getCourseCode(group)
  // Not blocked without a code: the server may keep it to itself.
  const reason = isOnline ? undefined : t('blocked.offline')
  const blocked = (kind: LmsSyncKind) =>
    reason ?? (pending !== null && pending !== kind ? t('blocked.busy') : undefined)
  return (
    <section aria-label={t('title')} className="flex max-w-5xl flex-col gap-6">
      {code === null ? (
        <Banner tone="neutral">{t('noCode')}</Banner>
      ) : (
        <p className="text-sm text-muted">
          {t('course')} <bdi className="font-mono break-all text-text">{code}</bdi>
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
        <ActionCard title={t('download.title')} text={t('download.text')}>
          <Button
            icon={<Download className="size-4" aria-hidden />}
            isPending={pending === 'download'}
            disabledReason={blocked('download')}
            // Ignores the second click of a double click, even if the response was faster.
            onClick={event => (event.detail > 1 ? undefined : start('download'))}
          >
            {t('download.button')}
          </Button>
        </ActionCard>
        <ActionCard title={t('upload.title')} text={t('upload.text')}>
          <Button
            variant="primary"
            icon={<Upload className="size-4" aria-hidden />}
            isPending={pending === 'upload'}
            disabledReason={blocked('upload')}
            aria-haspopup="dialog"
            onClick={() => setConfirming(true)}
          >
            {t('upload.button')}
          </Button>
        </ActionCard>
      </div>
      <UploadDialog
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        onConfirm={() => {
          setConfirming(false)
          start('upload')
        }}
        blocked={blocked('upload')}
        groupName={group.name}
        code={code ?? group.name}
      />
      <div role="status">
        {pending && (
          <Banner tone="neutral">
            {t(`${pending}.pending`)} {isSlow && t('slow')}
          </Banner>
        )}
      </div>
      <SyncHistory history={history} group={group} code={code ?? group.name} />
    </section>
  )
}

/** Responses may not match the types. */
const getCourseCode = ({ mnemonic_code }: { mnemonic_code?: unknown }): string | null =>
  typeof mnemonic_code === 'string' && mnemonic_code.trim() !== '' ? mnemonic_code : null

const ActionCard = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Card className="flex flex-col items-start gap-3">
    <h2 className="text-base font-semibold">{title}</h2>
    <p className="text-sm text-muted">{text}</p>
    <div className="mt-auto">{children}</div>
  </Card>
)

interface UploadDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onConfirm: () => void
  blocked: string | undefined
  groupName: string
  code: string
}

/** Confirms before grades in the LMS change: what is sent, where, and that it is permanent. */
const UploadDialog = ({ groupName, code, blocked, ...dialog }: UploadDialogProps) => {
  const { t } = useTranslation('lms')
  return (
    <ConfirmDialog
      {...dialog}
      tone="primary"
      title={t('confirm.title')}
      description={
        <div className="flex flex-col gap-2 [overflow-wrap:anywhere]">
          <p>{t('confirm.what', { name: groupName, code })}</p>
          <p className="font-medium text-text">{t('confirm.effect')}</p>
        </div>
      }
      confirmLabel={t('confirm.yes')}
      cancelLabel={t('confirm.no')}
      confirmDisabledReason={blocked}
    />
  )
}
