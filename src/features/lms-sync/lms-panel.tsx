import { Download, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsSlow } from '../../lib/use-is-slow'
import { useOnline } from '../../lib/use-online'
import type { Group } from '../../queries/answers'
import { type ExchangeKind, useLmsExchange } from '../../queries/lms-exchange'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { ExchangeHistory } from './exchange-history'
import { UploadDialog } from './upload-dialog'

/** Milliseconds after which an exchange counts as slow. */
const patience = 10_000

/** What administrators exchange with the LMS: two buttons, and what became of each press of them (ux §6). */
export const LmsPanel = ({ group }: { group: Group }) => {
  const { t } = useTranslation('lms')
  const isOnline = useOnline()
  const [isAsking, setAsking] = useState(false)
  const { start, pending, history } = useLmsExchange(group.id)
  const isSlow = useIsSlow(pending !== null, patience)
  const code = codeOf(group)
  // Whether there is a code is for the server to say: it may keep it to itself.
  const reason = isOnline ? undefined : t('blocked.offline')
  const blocked = (kind: ExchangeKind) =>
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
            // The second click of a double click is no second wish, however quick the answer was.
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
            onClick={() => setAsking(true)}
          >
            {t('upload.button')}
          </Button>
        </ActionCard>
      </div>
      <UploadDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => {
          setAsking(false)
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
      <ExchangeHistory history={history} group={group} code={code ?? group.name} />
    </section>
  )
}

/** Types are not checks. */
const codeOf = ({ mnemonic_code }: { mnemonic_code?: unknown }): string | null =>
  typeof mnemonic_code === 'string' && mnemonic_code.trim() !== '' ? mnemonic_code : null

const ActionCard = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Card className="flex flex-col items-start gap-3">
    <h2 className="text-base font-semibold">{title}</h2>
    <p className="text-sm text-muted">{text}</p>
    <div className="mt-auto">{children}</div>
  </Card>
)
