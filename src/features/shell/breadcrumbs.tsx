import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { createStore, useStore } from '../../lib/store'
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

const emptyTrail: Trail = { path: '', crumbs: [] }
const trailStore = createStore(emptyTrail)

/** Called by a page. The trail belongs to its path and is hidden on any other. */
export const useBreadcrumbs = (crumbs: readonly Crumb[]): void => {
  // The resolved location: while the next page loads, this page must not set its trail.
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname ?? '' })
  const key = JSON.stringify(crumbs)
  useEffect(() => {
    const own: Trail = { path, crumbs: JSON.parse(key) }
    trailStore.set(own)
    return () => {
      if (trailStore.get() === own) trailStore.set(emptyTrail)
    }
  }, [path, key])
}

/** Group and task names may be right-to-left, so each is isolated. */
const CrumbLink = ({ link, title }: Required<Crumb>) => (
  // Exact, or the parent page would count as the current one too.
  <Link {...link} activeOptions={{ exact: true }}>
    <bdi>{title}</bdi>
  </Link>
)

/** Always rendered, so nothing shifts when a page sets its trail. */
export const BreadcrumbTrail = () => {
  const { t } = useTranslation('common')
  const path = useRouterState({ select: state => state.location.pathname })
  const { path: trailPath, crumbs } = useStore(trailStore)
  const shown = trailPath === path ? crumbs : []
  const items = shown.map(({ title, link }, index) => ({
    id: `${index}-${title}`,
    content: link ? <CrumbLink link={link} title={title} /> : <bdi>{title}</bdi>,
  }))
  // Home and a shared profile have no parent.
  if (path === '/' || path.startsWith('/profile/')) return null
  const home = { id: 'home', content: <Link to="/">{t('home')}</Link> }
  return <Breadcrumbs label={t('nav.breadcrumbs')} items={items.length > 0 ? [home, ...items] : []} />
}
