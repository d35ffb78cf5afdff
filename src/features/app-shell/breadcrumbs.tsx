import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumbs } from '../../ui/breadcrumbs'

interface Crumb {
  title: string
  /** Absent for the page itself. */
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>
}

interface Trail {
  path: string
  crumbs: readonly Crumb[]
}

let trail: Trail = { path: '', crumbs: [] }
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called by a page; the trail belongs to its path and so vanishes with it (specification §2, breadcrumbs). */
export const useBreadcrumbs = (crumbs: readonly Crumb[]): void => {
  const path = useRouterState({ select: state => state.location.pathname })
  const key = JSON.stringify(crumbs)
  useEffect(() => {
    trail = { path, crumbs: JSON.parse(key) }
    for (const listener of listeners) listener()
  }, [path, key])
}

/** Always there, so that nothing jumps when a page sets its trail; empty until then. */
export const BreadcrumbTrail = () => {
  const { t } = useTranslation('common')
  const path = useRouterState({ select: state => state.location.pathname })
  const { path: trailPath, crumbs } = useSyncExternalStore(
    subscribe,
    () => trail,
    () => trail,
  )
  const shown = trailPath === path ? crumbs : []
  const items = shown.map(({ title, link }, index) => ({
    id: `${index}-${title}`,
    content: link ? <Link {...link}>{title}</Link> : title,
  }))
  // Nothing lies above home: no room is kept there.
  if (path === '/') return null
  const home = { id: 'home', content: <Link to="/">{t('home')}</Link> }
  return <Breadcrumbs label={t('nav.breadcrumbs')} items={items.length > 0 ? [home, ...items] : []} />
}
