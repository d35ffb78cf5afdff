import { lazyComponent, lazyOptional } from '../../i18n/lazy-component'

export const LazyLatestSolvesCard = lazyComponent(
  () => import('./latest-solves').then(part => part.LatestSolvesCard),
  'leaderboard',
)

export const LazyNeighboursCard = lazyOptional(
  () => import('./neighbours-card').then(part => part.NeighboursCard),
  'leaderboard',
)
