import { useNavigate, useRouter } from '@tanstack/react-router'
import { KeyRound, MailWarning } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { isExamPage } from '../../lib/exam-page'
import { runWhenIdle } from '../../lib/run-when-idle'
import { storage } from '../../lib/storage'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/** Shown while the email address is not verified: tasks are closed until then. */
export const VerifyEmailBanner = ({ actions }: { actions: ReactNode }) => {
  const { t } = useTranslation('common')
  const { user } = useSession()
  if (!user || user.email_verified) return null
  return (
    // All content must be inside a landmark.
    <section aria-label={t('account.unverified')}>
      <Banner tone="warning" icon={<MailWarning />} action={actions} isBleed>
        <p className="break-words">
          <span>{t('verify.banner')}</span> <bdi translate="no">{user.email}</bdi>
        </p>
      </Banner>
    </section>
  )
}

/** Shown where the server accepts no access token though refreshes succeed: only another login can help. */
export const SessionRefusedBanner = () => {
  const { t } = useTranslation('common')
  const { session, isRefused } = useSession()
  const router = useRouter()
  const navigate = useNavigate()
  if (!isRefused) return null
  const signInAgain = () => {
    storage.set('auth_redirect', router.state.location.href)
    session.expire()
    // Public pages have no guard that redirects.
    void navigate({ to: '/login', replace: true })
  }
  return (
    <section aria-label={t('refused.title')}>
      <Banner
        tone="danger"
        role="alert"
        icon={<KeyRound />}
        title={t('refused.title')}
        action={
          <Button size="sm" onClick={signInAgain}>
            {t('refused.action')}
          </Button>
        }
        isBleed
      >
        {t('refused.text')}
      </Banner>
    </section>
  )
}

/** True once the reserved height was filled or the page became idle; from then on the real height is stored. */
let isSettled = false

/** Height in pixels of the banners on the last visit with the same window width. */
const readStoredHeight = (): number => {
  const [width, height = 0] = (storage.get('flagship.banners') ?? '').split(' ').map(Number)
  return width === innerWidth && !isExamPage(location) ? height : 0
}

const setReservedHeight = (height: number) =>
  document.documentElement.style.setProperty('--banners-height', `${height}px`)

/**
 * Reserves their last height from the first paint. The wrapper is display: contents, so that sticky banners stick within
 * the whole page.
 */
export const ReservedBannerSpace = ({ children }: { children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return undefined
    const storedHeight = readStoredHeight()
    const measure = () => {
      const heights = [...current.children].map(banner => banner.getBoundingClientRect().height)
      const height = Math.round(heights.reduce((sum, one) => sum + one, 0))
      isSettled ||= height >= storedHeight
      setReservedHeight(isSettled ? 0 : storedHeight - height)
      if (!isSettled || isExamPage(location)) return
      if (height > 0) storage.set('flagship.banners', `${innerWidth} ${height}`)
      else storage.remove('flagship.banners')
    }
    const sizeObserver = globalThis.ResizeObserver && new ResizeObserver(measure)
    const childObserver = new MutationObserver(() => {
      sizeObserver?.disconnect()
      for (const banner of current.children) sizeObserver?.observe(banner)
      measure()
    })
    childObserver.observe(current, { childList: true })
    for (const banner of current.children) sizeObserver?.observe(banner)
    measure()
    const stopWaiting = isSettled
      ? () => {}
      : runWhenIdle(() => {
          isSettled = true
          measure()
        })
    return () => {
      stopWaiting()
      childObserver.disconnect()
      sizeObserver?.disconnect()
    }
  }, [])
  return (
    <>
      <div ref={box} className="contents">
        {children}
      </div>
      <div className="banner-slot" />
    </>
  )
}
