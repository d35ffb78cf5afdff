import { type Language, like, matching, t, toLabels } from './messages'

const tenThousand = { ru: '10 000', en: '10,000' }

/** Captures the rank and the number of participants. */
const rankIn = (language: Language) =>
  new RegExp(`^${t(language, 'groups:place.own', { rank: '([\\d,]+)', total: '([\\d,]+)' })}`)

/** The messages of a leaderboard. */
export const boardLabels = toLabels({
  title: 'leaderboard:title',
  caption: 'leaderboard:caption',
  points: 'leaderboard:column.points',
  name: 'leaderboard:column.name',
  find: 'leaderboard:filters.search',
  noneFound: 'leaderboard:empty.filtered',
  place: rankIn,
  near: 'leaderboard:near.title',
  gap: language => (rank: string, points: string) =>
    matching(language, 'leaderboard:near.gap', { rank, points }),
  chart: 'leaderboard:chart.title',
  chartTable: 'leaderboard:chart.table',
  updated: like(['leaderboard:updated.now', 'leaderboard:updated.ago']),
  updateFailed: like('leaderboard:updated.failed'),
  present: 'leaderboard:presenter.open',
  leaveShow: 'leaderboard:presenter.leave',
  shownFirst: language =>
    matching(language, 'leaderboard:presenter.more', { count: 100, total: tenThousand[language] }),
  save: 'leaderboard:picture.save',
  printed: language =>
    matching(language, 'leaderboard:print.firstAndOwn', { count: 150, total: tenThousand[language] }),
  own: 'leaderboard:me.row',
})
