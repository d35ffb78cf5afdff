import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleHelp, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/api'
import { fetchVpnConfig } from '../../api/download'
import { ApiError } from '../../api/errors'
import type { Session } from '../../api/session'
import { useSession } from '../../api/use-session'
import { errorMessage, retryReason } from '../../i18n/error-messages'
import { lazyComponent } from '../../i18n/lazy-component'
import { announce } from '../../lib/announce'
import { useRetryAfter } from '../../lib/cooldowns'
import { useIsUnmounted } from '../../lib/hooks'
import { ignoreDoubleClick } from '../../lib/ignore-double-click'
import { saveFile } from '../../lib/save-file'
import { storage } from '../../lib/storage'
import { toast } from '../../lib/toast'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { ErrorBoundary } from '../../ui/error-boundary'
import { menuRowClass } from '../../ui/menu-row'

const VpnHelp = lazyComponent(() => import('./vpn-help').then(part => part.VpnHelp), 'vpn')

const VPN_KEY = ['getVpnConfig']

/** The object URL is revoked when the user logs out. */
const downloadVpnConfig = async (session: Session): Promise<null> => {
  const life = new AbortController()
  const stop = session.onClearUserData(() => life.abort())
  try {
    const { file, name } = await fetchVpnConfig(api.client, life.signal)
    void saveFile(file, name, life.signal).then(stop)
  } catch (error) {
    stop()
    throw error
  }
  return null
}

interface VpnConfigButtonProps {
  onSaved?: () => void
  /** A short button without the help. */
  isRow?: boolean
  /** Rows of the profile menu. */
  isInMenu?: boolean
}

/** The content is never cached. Errors are shown below, or in a toast if the menu was closed meanwhile. */
export const VpnConfigButton = ({ onSaved, isRow = false, isInMenu = false }: VpnConfigButtonProps) => {
  const { t } = useTranslation('account')
  const { session, user } = useSession()
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [isSaved, setSaved] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isUnmounted = useIsUnmounted()
  const wait = useRetryAfter(failure)
  const closedReason = user?.email_verified === false ? t('onlyVerified') : ''
  const { mutateAsync: download } = useMutation({
    mutationKey: VPN_KEY,
    gcTime: 0,
    mutationFn: () => downloadVpnConfig(session),
  })
  const isPending = useIsMutating({ mutationKey: VPN_KEY }) > 0
  const save = async () => {
    setFailure(null)
    setSaved(false)
    // One download at a time, also of two buttons.
    if (queryClient.isMutating({ mutationKey: VPN_KEY }) > 0) return
    try {
      await download()
      announce(t('vpn.saved'))
      storage.set('flagship.vpnFile', 'saved')
      setSaved(true)
      onSaved?.()
    } catch (error) {
      // Aborted when the session ends.
      if (error instanceof ApiError && error.kind === 'aborted') return
      if (isUnmounted()) toast.error(errorMessage(error), { id: 'vpn-config' })
      else setFailure(error)
    }
  }
  return (
    <div className={cx('flex flex-col', isInMenu ? 'gap-1' : 'gap-2')}>
      <Button
        icon={<Download />}
        variant={isInMenu ? 'quiet' : 'secondary'}
        size={isRow ? 'sm' : 'md'}
        isBlock={!isRow && !isInMenu}
        className={isInMenu ? menuRowClass : undefined}
        isPending={isPending}
        onClick={failure ? save : ignoreDoubleClick(save)}
        disabledReason={closedReason || retryReason(wait)}
        // The menu says so itself.
        reasonPlacement={closedReason && isInMenu ? 'hidden' : 'below'}
      >
        {t(isRow ? 'vpn.get' : 'vpn.download')}
      </Button>
      {isSaved && <p className="text-sm text-muted">{`${t('vpn.saved')}. ${t('vpn.how')}`}</p>}
      {failure !== null && (
        <Banner tone="danger" role="alert">
          {errorMessage(failure)}
        </Banner>
      )}
      {!isRow && (
        <Button
          size={isInMenu ? 'md' : 'sm'}
          variant="quiet"
          icon={<CircleHelp />}
          aria-haspopup="dialog"
          onClick={() => setHelpOpen(true)}
          className={isInMenu ? menuRowClass : 'self-start'}
        >
          {t('vpn.help')}
        </Button>
      )}
      {isHelpOpen && (
        <ErrorBoundary fallback={() => <p className="text-sm">{t('vpn.how')}</p>}>
          <VpnHelp onClose={() => setHelpOpen(false)} />
        </ErrorBoundary>
      )}
    </div>
  )
}
