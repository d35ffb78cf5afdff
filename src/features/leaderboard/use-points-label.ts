import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format'

/** `1 340 баллов` */
export const usePointsLabel = (): ((points: number) => string) => {
  const { t, i18n } = useTranslation('leaderboard')
  return points => {
    const count = Number.isFinite(points) ? points : 0
    return t('podium.points', { count, points: formatNumber(points, i18n.language) })
  }
}
