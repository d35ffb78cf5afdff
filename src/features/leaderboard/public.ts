import { lazyComponent } from '../../i18n/lazy-component'

export const LazyLatestSolvesCard = lazyComponent(
  () => import('./latest-solves').then(part => part.LatestSolvesCard),
  'leaderboard',
)
