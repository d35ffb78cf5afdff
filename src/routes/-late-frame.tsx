import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFrame } from '../features/app-shell/page-frame'
import { Breadcrumbs } from '../ui/breadcrumbs'

type Parts = typeof import('./-site-frame')

let loaded: Parts | null = null

/**
 * The members' frame around what stands in place of a page. Its own parts come when they come, for a guest needs none of
 * them, and a failure that is told here must not wait for the network; what it holds stays where it is meanwhile.
 */
export const LateFrame = ({ children }: { children: ReactNode }) => {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (loaded) return
    let isShown = true
    const take = (came: Parts) => {
      loaded = came
      if (isShown) setParts(came)
    }
    import('./-site-frame').then(take, () => {})
    return () => {
      isShown = false
    }
  }, [])
  return (
    <PageFrame
      {...(parts && { header: <parts.SiteHeader /> })}
      banners={parts ? <parts.SiteBanners /> : <div className="banner-room" />}
      trail={parts ? <parts.SiteTrail /> : <TrailRoom />}
    >
      {children}
    </PageFrame>
  )
}

/** Nothing may jump when the trail takes its place. */
const TrailRoom = () => {
  const { t } = useTranslation('common')
  const isHome = useRouterState({ select: state => state.location.pathname === '/' })
  return isHome ? null : <Breadcrumbs label={t('nav.breadcrumbs')} items={[]} />
}
