import { compareText } from '../../packages/contract/operation'
import type { GroupAccess } from './access'
import { isoTime } from './clock'
import { type Db, memoize } from './db'
import { getParticipantCount, getParticipants, type Participant } from './participants'
import { isProfilePublic } from './profiles'
import type { UserRow } from './rows'
import { getScores } from './scores'
import { getReadableTasks, viewSolvedTasks } from './solves'

export interface BoardRow {
  user_id: number
  rank: number
  username: string
  first_name?: string
  last_name?: string
  points: number
  solved: number
  is_public: boolean
  last_solved_at?: string
  solved_tasks?: ReturnType<typeof viewSolvedTasks>
}

interface BoardSeries {
  user_id: number
  points: { at: string; points: number }[]
}

export interface Board {
  group_id: number
  updated_at: string
  rows: BoardRow[]
  series: BoardSeries[]
}

/** A user with points, seeded or a persona. */
interface Contender {
  row: Omit<BoardRow, 'rank' | 'is_public' | 'solved_tasks'>
  lastAt: number
  solves: Participant['solves']
}

const boardKey = (db: Db, groupId: number): string => {
  const { solves, hints, users, memberships, shares } = db.tables
  const revisions = [solves, hints, users, memberships, shares].map(table => table.revision)
  return [...revisions, getParticipantCount(db, groupId)].join(':')
}

/**
 * Everyone who has solved something, best first. Equal points share a rank and the next rank is skipped; within a tie
 * the earlier last solve comes first, and ranks higher if the group breaks ties by time. Returns the same object until
 * a result changes.
 */
export function getBoard(db: Db, groupId: number): Board {
  return memoize(db, `board:${groupId}`, boardKey(db, groupId), () => makeBoard(db, groupId))
}

/** Making a larger board takes a third of a second, too long for the list of groups. */
const MAX_COUNTED = 1000

/** The user's place, for lists; empty without one and in a large group. */
export function getPlace(db: Db, user: UserRow, groupId: number): { rank?: number; ranked_total?: number } {
  if (getParticipantCount(db, groupId) > MAX_COUNTED) return {}
  const { rows } = getBoard(db, groupId)
  const own = rows.find(({ user_id }) => user_id === user.id)
  return own ? { rank: own.rank, ranked_total: rows.length } : {}
}

/** Rows with their solved tasks: the first ones, and those around the reader's own. */
const SOLVES_OF_FIRST = 100
const SOLVES_AROUND = 10
const SOLVES_FOR_ADMINS = 1000

/** The board with the solved tasks of some rows, and with the user's own series beside those of the top ten. */
export function getBoardForUser(db: Db, access: GroupAccess, user: UserRow): Board {
  const { id } = access.group
  const readable = getReadableTasks(db, user, access)
  const key = [boardKey(db, id), access.membership.is_admin, [...readable].join()].join(':')
  return memoize(db, `board:${id}:${user.id}`, key, () => {
    const board = getBoard(db, id)
    const { is_admin: isAdmin } = access.membership
    const ownIndex = board.rows.findIndex(({ user_id }) => user_id === user.id)
    const isNear = (index: number) => ownIndex >= 0 && Math.abs(index - ownIndex) <= SOLVES_AROUND
    const hasOwnSeries = ownIndex < 0 || board.series.some(({ user_id }) => user_id === user.id)
    const own = hasOwnSeries ? undefined : realContender(db, user, id)
    return Object.freeze({
      ...board,
      rows: board.rows.map((row, index) => {
        const isSent = index < (isAdmin ? SOLVES_FOR_ADMINS : SOLVES_OF_FIRST) || isNear(index)
        if (!isSent || !(isAdmin || row.is_public || index === ownIndex)) return row
        return { ...row, solved_tasks: viewSolvedTasks(db, id, row.user_id, readable) }
      }),
      series: [...board.series, ...(own ? [toSeries(own)] : [])],
    })
  })
}

function makeBoard(db: Db, groupId: number): Board {
  const contenders = [...seededContenders(db, groupId), ...realContenders(db, groupId)].sort(byRank)
  const isByTime = db.content.groups.get(groupId)?.breaksTiesByTime === true
  const rows: BoardRow[] = []
  let rank = 1
  for (const [index, { row, lastAt }] of contenders.entries()) {
    const before = contenders[index - 1]
    if (row.points !== before?.row.points || (isByTime && lastAt !== before.lastAt)) rank = index + 1
    rows.push({ ...row, rank, is_public: isProfilePublic(db, { id: row.user_id }) })
  }
  // Frozen objects are validated and serialized only once (see `run/response.ts`).
  return Object.freeze({
    group_id: groupId,
    updated_at: isoTime(contenders.reduce((latest, { lastAt }) => Math.max(latest, lastAt), db.startedAt)),
    rows,
    series: contenders.slice(0, 10).map(toSeries),
  })
}

function byRank(a: Contender, b: Contender): number {
  return b.row.points - a.row.points || a.lastAt - b.lastAt || compareText(a.row.username, b.row.username)
}

function seededContenders(db: Db, groupId: number): Contender[] {
  const name = `contenders:${groupId}`
  return memoize(db, name, String(getParticipantCount(db, groupId)), () =>
    getParticipants(db, groupId).map(({ solves, ...participant }) =>
      toContender({ ...participant, solved: solves.length }, solves),
    ),
  )
}

function realContenders(db: Db, groupId: number): Contender[] {
  const members = db.tables.memberships.filter(row => row.group_id === groupId && !row.is_admin)
  return members.flatMap(({ user_id }) => {
    const user = db.tables.users.get(user_id)
    const contender = user && realContender(db, user, groupId)
    return contender ? [contender] : []
  })
}

function realContender(db: Db, user: UserRow, groupId: number): Contender | undefined {
  const scores = [...getScores(db, user.id, groupId).values()]
  const points = scores.reduce((sum, score) => sum + score.points_earned, 0)
  if (points === 0) return undefined
  const solves = scores
    .filter(score => score.points_earned > 0)
    .map(({ task_id, points_earned: points, last_at: at }) => ({ task_id, points, at }))
    .sort((a, b) => a.at - b.at)
  const { id, username, first_name, last_name } = user
  const names = { ...(first_name && { first_name }), ...(last_name && { last_name }) }
  const solved = scores.filter(score => score.solved).length
  return toContender({ user_id: id, username, ...names, points, solved }, solves)
}

function toContender(row: Contender['row'], solves: Participant['solves']): Contender {
  const lastAt = solves.at(-1)?.at ?? 0
  return { row: { ...row, last_solved_at: isoTime(lastAt) }, lastAt, solves }
}

function toSeries({ row: { user_id }, solves }: Contender): BoardSeries {
  let points = 0
  return {
    user_id,
    points: solves.map(solve => {
      points += solve.points
      return { at: isoTime(solve.at), points }
    }),
  }
}
