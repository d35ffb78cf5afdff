import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFrame } from '../features/app-shell/page-frame'
import { Breadcrumbs } from '../ui/breadcrumbs'

type Parts = typeof import('./-site-frame')

let loaded: Parts | null = null

/**
 * The site layout for pending and error screens. Its header and banners load lazily: guests do not need them,
 * and an error must show without the network.
 */
export const LazySiteFrame = ({ children }: { children: ReactNode }) => {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (loaded) return
    let isShown = true
    const setLoaded = (module: Parts) => {
      loaded = module
      if (isShown) setParts(module)
    }
    import('./-site-frame').then(setLoaded, () => {})
    return () => {
      isShown = false
    }
  }, [])
  return (
    <PageFrame
      {...(parts && { header: <parts.SiteHeader /> })}
      banners={parts ? <parts.SiteBanners /> : <div className="banner-slot" />}
      trail={parts ? <parts.SiteBreadcrumbs /> : <TrailPlaceholder />}
    >
      {children}
    </PageFrame>
  )
}

/** Reserves the height of the breadcrumbs. */
const TrailPlaceholder = () => {
  const { t } = useTranslation('common')
  const isHome = useRouterState({ select: state => state.location.pathname === '/' })
  return isHome ? null : <Breadcrumbs label={t('nav.breadcrumbs')} items={[]} />
}
