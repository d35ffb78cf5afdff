import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { errorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { toast } from '../../lib/toast'
import { useIsUnmounted } from '../../lib/use-is-unmounted'
import { useRetryAfter } from '../../lib/use-retry-after'
import { useVpnConfig } from '../../queries/user'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/**
 * Downloads the VPN configuration. Errors are shown below, or in a toast if the menu was closed meanwhile.
 */
export const VpnConfigButton = ({ isBlock }: { isBlock?: boolean }) => {
  const { t } = useTranslation('account')
  const { download, isPending } = useVpnConfig()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [isSaved, setSaved] = useState(false)
  const isUnmounted = useIsUnmounted()
  const wait = useRetryAfter(failure)
  const save = async () => {
    setFailure(null)
    setSaved(false)
    try {
      if (!(await download())) return
      announce(t('vpn.saved'))
      setSaved(true)
    } catch (error) {
      // Aborted when the session ends.
      if (!(error instanceof ApiError) || error.kind === 'aborted') return
      if (isUnmounted()) toast.error(errorMessage(error), { id: 'vpn-config' })
      else setFailure(error)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <Button
        icon={<Download className="size-4" aria-hidden />}
        isBlock={isBlock}
        isPending={isPending}
        // Ignores the second click of a double click, even if the response was faster.
        onClick={event => (event.detail > 1 && !failure ? undefined : save())}
        {...(wait > 0 && { disabledReason: t('retryAfter', { seconds: wait }) })}
      >
        {t('vpn.download')}
      </Button>
      {isSaved && (
        <p className="text-sm text-muted">
          {t('vpn.saved')}. {t('vpn.how')}
        </p>
      )}
      {failure && (
        <Banner tone="danger" role="alert">
          {errorMessage(failure)}
        </Banner>
      )}
    </div>
  )
}
