import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { announce } from '../../lib/announce'
import { serverClock } from '../../lib/server-clock'
import { CopyButton } from '../../ui/copy-button'
import { reportOf } from './report'

/** Copies what the support needs; where the browser keeps its clipboard, shows it for copying by hand. */
export const CopyReport = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation(['common', 'errors'])
  const router = useRouter()
  // The moment of the failure, not of the click.
  const [report] = useState(() => reportOf(error, router.state.location.href, serverClock.now()))
  const [isByHand, setByHand] = useState(false)
  return (
    <div className="flex flex-col items-start gap-2">
      <CopyButton
        text={report}
        label={t('copyDetails')}
        copiedLabel={t('copied')}
        onCopied={() => announce(t('copied'))}
        onFailed={() => setByHand(true)}
        variant="quiet"
        size="sm"
        className="-ml-3"
      />
      {isByHand && (
        <div role="status" className="flex max-w-full flex-col gap-1">
          <p>{t('copyByHand', { ns: 'errors' })}</p>
          <pre className="select-all overflow-x-auto rounded-control bg-sunken p-3 font-mono whitespace-pre-wrap break-all">
            {report}
          </pre>
        </div>
      )}
    </div>
  )
}
