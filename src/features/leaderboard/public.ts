import { lazyComponent } from '../../i18n/lazy-component'

export const LazyLatestSolvesCard = lazyComponent(
  () => import('./presenter').then(part => part.LatestSolvesCard),
  'leaderboard',
)
