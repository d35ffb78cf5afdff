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

const nowhere: Trail = { path: '', crumbs: [] }
let trail = nowhere
const listeners = new Set<() => void>()
const show = (next: Trail) => {
  trail = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called by a page; the trail belongs to its path and so vanishes with it (specification §2, breadcrumbs). */
export const useBreadcrumbs = (crumbs: readonly Crumb[]): void => {
  // Where the reader has arrived: while the next page is on its way, this one must not speak for it.
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname ?? '' })
  const key = JSON.stringify(crumbs)
  useEffect(() => {
    const own: Trail = { path, crumbs: JSON.parse(key) }
    show(own)
    return () => {
      if (trail === own) show(nowhere)
    }
  }, [path, key])
}

/** A name of a group or a task may run in the other direction, which must not turn its neighbours round. */
const CrumbLink = ({ link, title }: Required<Crumb>) => (
  // Exact, or the page above would count as the current one too.
  <Link {...link} activeOptions={{ exact: true }}>
    <bdi>{title}</bdi>
  </Link>
)

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
    content: link ? <CrumbLink link={link} title={title} /> : <bdi>{title}</bdi>,
  }))
  // Nothing lies above home: no room is kept there.
  if (path === '/') return null
  const home = { id: 'home', content: <Link to="/">{t('home')}</Link> }
  return <Breadcrumbs label={t('nav.breadcrumbs')} items={items.length > 0 ? [home, ...items] : []} />
}
