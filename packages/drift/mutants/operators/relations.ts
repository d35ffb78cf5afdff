import { isObject } from '../../../contract/json'
import type { Operation } from '../../../contract/operation'
import type { Contract } from '../../../contract/read-contract'
import { type Change, changeAt, changeLastAt } from '../change-at'
import { hasType, type ResponseLocation, responseLocations } from '../locations'
import { type Call, createSite, type Drift, type Operator, type Operators } from '../mutant'
import { isSuccess, parseJson, withJson } from '../responses'

type Fields = Readonly<Record<string, unknown>>

const changeJson = (change: (value: unknown, call: Call) => unknown): Drift => ({
  after: (response, call) => {
    const before = parseJson(response)
    if (!isSuccess(response) || before === undefined) return undefined
    const after = change(before, call)
    return after === before ? undefined : withJson(response, after)
  },
})

const every = (pointer: string, change: Change) => changeJson(value => changeAt(value, pointer, change))
const last = (pointer: string, change: Change) => changeJson(value => changeLastAt(value, pointer, change))

const add =
  (count: number): Change =>
  value =>
    typeof value === 'number' ? value + count : value
const flip: Change = value => (typeof value === 'boolean' ? !value : value)
const become =
  (other: unknown): Change =>
  value =>
    value === null || value === undefined ? value : other
const appended: Change = value => (typeof value === 'string' ? `${value} 2` : value)
const repeatLast: Change = value =>
  Array.isArray(value) && value.length > 0 ? [...value, value.at(-1)] : value
const later =
  (hours: number): Change =>
  value =>
    typeof value === 'string' ? new Date(Date.parse(value) + hours * 3_600_000).toISOString() : value

/** The fields of one object exchanged or computed from each other. */
const inObject = (pointer: string, change: (fields: Fields) => Fields) =>
  every(pointer, value => (isObject(value) ? change(value) : value))
const exceed = (part: string, whole: string) => (fields: Fields) =>
  typeof fields[whole] === 'number' ? { ...fields, [part]: fields[whole] + 1 } : fields
const swap = (a: string, b: string) => (fields: Fields) =>
  fields[a] && fields[b] ? { ...fields, [a]: fields[b], [b]: fields[a] } : fields

/** Repeats the value that the first answer had. */
function frozen(name: string): Drift {
  let first: unknown
  return inObject('', fields => {
    first ??= fields[name]
    return fields[name] === undefined || fields[name] === first ? fields : { ...fields, [name]: first }
  })
}

type Sites = Readonly<Record<string, Readonly<Record<string, () => Drift>>>>

/** Values of one answer, or of several, that no longer agree. */
const RELATIONS: Sites = {
  listGroups: {
    'tasks_total of the list': () => every('/*/tasks_total', add(1)),
    'points_total of the list': () => every('/*/points_total', add(10)),
    'more solved than there are': () => inObject('/*', exceed('tasks_solved', 'tasks_total')),
    'more points than there are': () => inObject('/*', exceed('points_earned', 'points_total')),
    'dates exchanged': () => inObject('/*', swap('start_date', 'end_date')),
    'a group twice': () => every('', repeatLast),
    'an id that does not open': () => last('/*/id', add(1000)),
    'another name in the list': () => last('/*/name', appended),
  },
  getGroup: {
    'tasks_total is not the number': () => every('/tasks_total', add(1)),
    'points_total is not the sum': () => every('/points_total', add(10)),
    'points of a task': () => last('/categories/*/tasks/*/points', add(10)),
    'tasks_solved is not the number': () => every('/tasks_solved', add(1)),
    'points_earned is not the sum': () => every('/points_earned', add(5)),
    'a task twice': () => last('/categories/*/tasks', repeatLast),
    'a task that does not open': () => last('/categories/*/tasks/*/id', add(1000)),
    'a category twice': () => every('/categories', repeatLast),
    'another group': () => every('/id', add(1)),
    'dates exchanged': () => inObject('', swap('start_date', 'end_date')),
    'a price without a currency': () => inObject('/exam', ({ currency: _, ...rest }) => rest),
  },
  listTaskStatuses: {
    'a solved task is open': () => changeJson(value => changeSolved(value)),
    'points of the states': () => last('/*/points_earned', add(5)),
    'a task of another group': () => last('/*/task_id', add(1000)),
    'a state twice': () => every('', repeatLast),
  },
  getLeaderboard: {
    'ranks begin at 2': () => every('/rows/*/rank', add(1)),
    'points against the ranks': () => last('/rows/*/points', add(100_000)),
    'a row twice': () => every('/rows', repeatLast),
    'another group': () => every('/group_id', add(1)),
    'a line of a stranger': () => last('/series/*/user_id', add(1000)),
    'the end of a line': () =>
      every('/series/*/points', value =>
        Array.isArray(value)
          ? value.map((one, index) => (index === value.length - 1 ? { ...one, points: 0 } : one))
          : value,
      ),
  },
  getTask: {
    'flags_total is not the number': () => every('/flags_total', add(1)),
    'another task': () => every('/id', add(1)),
    'another group': () => every('/group_id', add(1)),
    'points differ from the list': () => every('/points', add(10)),
    'title differs from the list': () => every('/title', appended),
    'important differs from the list': () => every('/important', flip),
    'has_lab differs from the list': () => every('/has_lab', flip),
    'a flag twice': () => every('/flags', repeatLast),
  },
  getCompetencies: {
    'totals above the sum': () => every('/totals/points_total', value => Number(value) * 100 + 1),
    'solved above the sum': () => every('/totals/tasks_solved', value => Number(value) + 1000),
    'more points than there are': () => inObject('/competencies/*', exceed('points', 'points_total')),
    'a competency twice': () => every('/competencies', repeatLast),
    'a day twice': () => every('/activity', repeatLast),
    'more tasks than solved': () => every('/competencies/*/tasks_solved', become(0)),
  },
  submitFlags: {
    'another flag': () => last('/results/*/flag', appended),
    'more than all flags': () => inObject('', exceed('flags_solved', 'flags_total')),
    'tries never fall': () => frozen('attempts_left'),
    'a verdict too few': () => every('/results', value => (Array.isArray(value) ? value.slice(1) : value)),
  },
  startLab: {
    'stops in the past': () => every('/expires_at', later(-48)),
    'begins after its end': () => inObject('', swap('started_at', 'expires_at')),
    'extended after its end': () => every('/extend_from', later(48)),
    'a second start moves nothing': () => frozen('expires_at'),
  },
  getLabStatus: {
    'stops in the past': () => every('/expires_at', later(-48)),
    'begins after its end': () => inObject('', swap('started_at', 'expires_at')),
  },
  startAttempt: {
    'ends an hour later': () => last('/attempts/*/ends_at', later(1)),
    'an attempt twice': () => every('/attempts', repeatLast),
  },
  requestAttempt: {
    'a price without a currency': () => inObject('/attempts/*', ({ currency: _, ...rest }) => rest),
    'an attempt twice': () => every('/attempts', repeatLast),
  },
  takeHint: {
    'number above the total': () => inObject('/hint', exceed('number', 'total')),
    'the same hint again': () => frozen('hint'),
  },
  checkPayment: { 'another attempt': () => every('/id', add(1)) },
  updateUsername: { 'another name': () => every('/username', appended) },
  setTaskVisibility: { 'the opposite': () => every('/visible', flip) },
  uploadToLms: { 'failed_count is not the number': () => every('/failed_count', add(1)) },
  shareProfile: {
    'another link': () => {
      let count = 1000
      return every('/link', value => {
        count += 1
        return `${String(value).slice(0, -4)}${count}`
      })
    },
  },
}

function changeSolved(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const index = value.findIndex(one => isObject(one) && one.solved === true)
  return index < 0 ? value : value.with(index, { ...value[index], solved: false })
}

const changeForMembers = (change: (fields: Fields) => Fields) =>
  inObject('', fields => (fields.is_admin === true ? fields : change(fields)))
const changeForOtherUsers = (change: (fields: Fields) => Fields): Drift =>
  changeJson((value, { url }) => (isObject(value) && url.searchParams.has('user_id') ? change(value) : value))
const link = { share_link: 'k3Vd9sQ2mZ7xT1aB' }

/** What only some readers may see. */
const READERS: Sites = {
  getGroup: {
    'invite code for members': () => changeForMembers(fields => ({ ...fields, invite_code: 'AUTUMN-2027' })),
    'hidden task for members': () =>
      changeForMembers(
        fields => changeLastAt(fields, '/categories/*/tasks/*/status', become('hidden')) as Fields,
      ),
    'invisible task for members': () =>
      changeForMembers(
        fields => changeLastAt(fields, '/categories/*/tasks/*/visible', become(false)) as Fields,
      ),
  },
  startAttempt: {
    'invite code for members': () => changeForMembers(fields => ({ ...fields, invite_code: 'AUTUMN-2027' })),
  },
  getTask: {
    'hidden for members': () => every('/status', become('hidden')),
    'invisible for members': () => every('/visible', become(false)),
  },
  getSharedProfile: {
    'link for visitors': () => inObject('', fields => ({ ...fields, ...link })),
    'private for visitors': () => every('/is_public', become(false)),
  },
  getCompetencies: {
    'link of another user': () => changeForOtherUsers(fields => ({ ...fields, ...link })),
    'private profile of another user': () => changeForOtherUsers(fields => ({ ...fields, is_public: false })),
  },
}

const getSites = (sites: Sites, { operationId }: Operation) =>
  Object.entries(sites[operationId] ?? {}).map(([location, begin]) => ({ location, variants: [begin] }))

type Place = { readonly name: string; readonly isAt: (fields: Fields, call: Call) => boolean }

const isField = (name: string, wanted: unknown) => (fields: Fields) => fields[name] === wanted

/** One kind of group or user alone; the other answers keep the contract. */
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  listGroups: [
    { name: 'administrators', isAt: isField('is_admin', true) },
    { name: 'exams', isAt: isField('is_exam', true) },
    { name: 'hidden scoreboards', isAt: isField('hide_leaderboard', true) },
  ],
  getGroup: [
    { name: 'administrators', isAt: isField('is_admin', true) },
    { name: 'exams', isAt: isField('is_exam', true) },
    { name: 'hidden scoreboards', isAt: isField('hide_leaderboard', true) },
    { name: 'group 2', isAt: isField('id', 2) },
  ],
  listTaskStatuses: [{ name: 'group 2', isAt: (_, { params }) => params.id === '2' }],
  getLeaderboard: [{ name: 'group 2', isAt: isField('group_id', 2) }],
  getTask: [
    { name: 'disabled tasks', isAt: isField('status', 'disabled') },
    { name: 'tasks with a lab', isAt: isField('has_lab', true) },
    { name: 'group 2', isAt: isField('group_id', 2) },
  ],
  login: ['candidate', 'examinee', 'admin'].map(name => ({
    name,
    isAt: ({ user }) => isObject(user) && user.username === name,
  })),
  getCompetencies: [
    { name: 'another user', isAt: (_, { url }) => url.searchParams.has('user_id') },
    { name: 'public profiles', isAt: isField('is_public', true) },
  ],
}

const atPlace = ({ isAt }: Place, pointer: string, change: Change): Drift =>
  changeJson((value, call) => {
    const changed = (one: unknown) =>
      isObject(one) && isAt(one, call) ? changeAt(one, pointer.replace('/*', ''), change) : one
    if (!Array.isArray(value)) return changed(value)
    const after = value.map(changed)
    return after.every((one, index) => one === value[index]) ? value : after
  })

/** Fields of the answer itself or of its items. */
const isNear = ({ status, pointer, name }: ResponseLocation) =>
  status === 200 && name !== '' && /^(?:\/\*)?\/\w+$/.test(pointer)

const placeOperator = (isChosen: (location: ResponseLocation) => boolean, change: Change): Operator => ({
  kind: 'places',
  sites: (operation, { schemas }: Contract) => {
    const locations = responseLocations(operation, schemas).filter(one => isNear(one) && isChosen(one))
    const places = locations.length > 0 ? (PLACES[operation.operationId] ?? []) : []
    return places.map(place =>
      createSite(`200 of ${place.name}`, ...locations.map(({ pointer }) => atPlace(place, pointer, change))),
    )
  },
})

export const relationOperators: Operators = {
  DR63: { kind: 'relations', sites: operation => getSites(RELATIONS, operation) },

  DR35: { kind: 'readers', sites: operation => getSites(READERS, operation) },

  DR25: placeOperator(
    location => hasType(location, 'integer') || hasType(location, 'boolean'),
    value => (value === null ? value : String(value)),
  ),

  DR21: placeOperator(({ isRequired }) => isRequired, become({ wrong: true })),

  DR33: placeOperator(
    location => hasType(location, 'string'),
    value => (typeof value === 'string' ? { text: value } : value),
  ),
}
