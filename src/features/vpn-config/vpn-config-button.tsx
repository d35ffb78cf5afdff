import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { errorText } from '../../i18n/error-text'
import { announce } from '../../lib/announce'
import { toast } from '../../lib/toast'
import { useIsUnmounted } from '../../lib/use-is-unmounted'
import { useRetryAfter } from '../../lib/use-retry-after'
import { useVpnConfig } from '../../queries/user'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/**
 * Saves the reader's VPN configuration (specification §2 and §7). A failure saves nothing and is told beside the button,
 * or in a toast when the plane with the button was closed meanwhile.
 */
export const VpnConfigButton = ({ isBlock }: { isBlock?: boolean }) => {
  const { t } = useTranslation('account')
  const { download, isPending } = useVpnConfig()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [isSaved, setSaved] = useState(false)
  const isGone = useIsUnmounted()
  const wait = useRetryAfter(failure)
  const save = async () => {
    setFailure(null)
    setSaved(false)
    try {
      if (!(await download())) return
      announce(t('vpn.saved'))
      setSaved(true)
    } catch (error) {
      // Nobody is left to be told: the session has ended.
      if (!(error instanceof ApiError) || error.kind === 'aborted') return
      if (isGone()) toast.error(errorText(error), { id: 'vpn-config' })
      else setFailure(error)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <Button
        icon={<Download className="size-4" aria-hidden />}
        isBlock={isBlock}
        isPending={isPending}
        // The second click of a double click is no second wish, however quick the answer was.
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
          {errorText(failure)}
        </Banner>
      )}
    </div>
  )
}
