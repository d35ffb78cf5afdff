import { isObject } from '../../../contract/json'
import type { Operation } from '../../../contract/operation'
import type { Contract } from '../../../contract/read-contract'
import { type Change, camelCase, changeAt, changeLastAt, REMOVED, renameKey } from '../change-at'
import { hasType, type ResponseLocation, responseLocations } from '../locations'
import { createSite, type Drift, type Operators, type Site } from '../mutant'
import { parseJson, withJson } from '../responses'

function changeBody(
  { status, pointer }: ResponseLocation,
  change: Change,
  reach: 'all' | 'one' = 'all',
): Drift {
  const apply = reach === 'all' ? changeAt : changeLastAt
  return {
    after: response => {
      if (response.status !== status) return undefined
      const before = parseJson(response)
      if (before === undefined) return undefined
      const after = apply(before, pointer, change)
      return after === before ? undefined : withJson(response, after)
    },
  }
}

const bodySites =
  (
    isChosen: (location: ResponseLocation) => boolean,
    driftsOf: (location: ResponseLocation) => readonly Drift[],
  ) =>
  (operation: Operation, { schemas }: Contract): Site[] =>
    responseLocations(operation, schemas)
      .filter(isChosen)
      .map(location => createSite(`${location.status}:${location.pointer}`, ...driftsOf(location)))

/** Every variant changes all values at the location. */
const valueSites = (
  isChosen: (location: ResponseLocation) => boolean,
  getChanges: (location: ResponseLocation) => readonly Change[],
) => bodySites(isChosen, location => getChanges(location).map(change => changeBody(location, change)))

const remove: Change = () => REMOVED
const toNull: Change = () => null
const isObjectLocation = (location: ResponseLocation) => hasType(location, 'object')
const isProperty = ({ parent }: ResponseLocation) => parent !== null

/** Fields that a server exposes when it serializes its database rows. */
const leaks: Record<string, unknown> = {
  password_hash: '$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA',
  flag_answers: ['flag{leaked}'],
  is_deleted: false,
}

const isDate = ({ flat }: ResponseLocation) => flat.formats.some(format => format.startsWith('date'))
const isEnum = ({ flat }: ResponseLocation) => flat.values !== undefined
const isScalar = (location: ResponseLocation) =>
  ['string', 'integer', 'number', 'boolean'].some(type => hasType(location, type))

const asText: Change = value =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
const asNumber: Change = value => (typeof value === 'string' ? Array.from(value).length : value)
const asBit: Change = value => (typeof value === 'boolean' ? Number(value) : value)
const asObject: Change = value => (typeof value === 'string' ? { value } : value)

function getChanges(location: ResponseLocation): Change[] {
  if (hasType(location, 'boolean')) return [asText, asBit]
  return hasType(location, 'string') ? [asNumber, asObject] : [asText]
}

const withSpace = (text: string) => text.slice(0, 19).replace('T', ' ')
const withoutOffset = (text: string) => text.slice(0, 19)
const asDayFirst = (text: string) => text.slice(0, 10).split('-').reverse().join('.')
const withoutZeros = (text: string) => text.split('-').map(Number).join('/')

const isList = (location: ResponseLocation) => hasType(location, 'array')

const isOfList = ({ pointer }: ResponseLocation) => pointer.includes('/*')

/** Whether the contract allows the value that a model would have by default. */
function hasDefault(location: ResponseLocation): boolean {
  const { limits } = location.flat
  if (hasType(location, 'integer') || hasType(location, 'number')) return (limits.minimum ?? 0) <= 0
  return hasType(location, 'boolean') || (hasType(location, 'array') && (limits.minItems ?? 0) === 0)
}

const isDefault = (value: unknown) =>
  value === 0 || value === false || (Array.isArray(value) && value.length === 0)
const withoutDefault: Change = value => (isDefault(value) ? REMOVED : value)

/** Two versions of the server take turns during a rollout. */
function everySecond(drift: Drift): Drift {
  let count = 0
  return {
    after: (response, call) => {
      const altered = drift.after?.(response, call)
      if (altered) count++
      return altered && count % 2 === 1 ? altered : undefined
    },
  }
}

const ofText =
  (change: (text: string) => unknown): Change =>
  value =>
    typeof value === 'string' ? change(value) : value

const FORMAT_BREAKERS: Record<string, readonly ((text: string) => string)[]> = {
  email: [
    text => text.split('@')[0] ?? '',
    text => `Student <${text}>`,
    text => text.replace('@', ' at '),
    () => '',
  ],
  uri: [
    text => text.replace(/^\w+:\/\//, ''),
    text => text.replace(/^\w+:\/\/[^/]+/, ''),
    text => `${text}?name=two words`,
    () => '',
  ],
  'uri-reference': [
    text => text.replaceAll('/', '\\'),
    text => text.replace(/[^/]+$/, 'two words.zip'),
    text => `${text}%zz`,
  ],
  uuid: [text => text.replaceAll('-', '_')],
}

function findExcesses(location: ResponseLocation): Record<string, Change> {
  if (location.flat.values) return {}
  if (hasType(location, 'array')) return excessesOfList(location)
  return hasType(location, 'string') ? excessesOfText(location) : excessesOfNumber(location)
}

function excessesOfNumber({ flat: { limits } }: ResponseLocation): Record<string, Change> {
  const { minimum, exclusiveMinimum, maximum } = limits
  const become =
    (other: number): Change =>
    value =>
      typeof value === 'number' ? other : value
  return {
    ...(minimum !== undefined && { minimum: become(minimum - 1) }),
    ...(exclusiveMinimum !== undefined && { exclusiveMinimum: become(exclusiveMinimum) }),
    ...(maximum !== undefined && { maximum: become(maximum + 1) }),
  }
}

function excessesOfText({ flat: { limits, patterns } }: ResponseLocation): Record<string, Change> {
  const { minLength, maxLength } = limits
  const [pattern] = patterns
  const breaks = [
    (text: string) => text.toLowerCase(),
    (text: string) => text.replace(/^\w+(?=:\/\/)/, 'ssh'),
    (text: string) => `${text}=`,
    (text: string) => `${text.slice(0, -2)} ${text.slice(-1)}`,
  ]
  const breakPattern = (text: string) =>
    breaks.map(variant => variant(text)).find(other => !new RegExp(pattern ?? '', 'u').test(other)) ?? text
  return {
    ...(minLength !== undefined && { minLength: ofText(text => text.slice(0, minLength - 1)) }),
    ...(maxLength !== undefined && { maxLength: ofText(text => text.padEnd(maxLength + 1, 'x')) }),
    ...(pattern !== undefined && { pattern: ofText(breakPattern) }),
  }
}

function excessesOfList({ flat: { limits } }: ResponseLocation): Record<string, Change> {
  const { maxItems } = limits
  if (maxItems === undefined) return {}
  const repeat: Change = value =>
    Array.isArray(value) && value.length > 0
      ? Array.from({ length: maxItems + 1 }, (_, index): unknown => value[index % value.length])
      : value
  return { maxItems: repeat }
}

export const valueOperators: Operators = {
  /** A required field is removed. */
  DR21: valueSites(
    location => isProperty(location) && location.isRequired,
    () => [remove],
  ),
  /** An optional field is removed. */
  DR23: valueSites(
    location => isProperty(location) && !location.isRequired,
    () => [remove],
  ),
  /** A field has another name. */
  DR24: bodySites(isProperty, location =>
    [camelCase(location.name), `${location.name}_new`].map(other =>
      changeBody({ ...location, pointer: location.parent ?? '' }, value =>
        renameKey(value, location.name, other),
      ),
    ),
  ),
  /** An undocumented field is added. */
  DR35: valueSites(isObjectLocation, () =>
    Object.entries(leaks).map(
      ([name, leak]) =>
        value =>
          isObject(value) ? { ...value, [name]: leak } : value,
    ),
  ),
  /** Another type for the same value. */
  DR25: valueSites(location => isScalar(location) && !isDate(location), getChanges),
  /** A value that the client does not know. */
  DR27: bodySites(isEnum, location =>
    ['refunded', 'Archived']
      .map(other => ofText(() => other))
      .flatMap(change => [changeBody(location, change), changeBody(location, change, 'one')]),
  ),
  /** Texts that some browsers do not parse, or parse as another time. */
  DR29: valueSites(isDate, ({ flat }) => {
    const isTime = flat.formats.includes('date-time')
    return (isTime ? [withSpace, withoutOffset, asDayFirst] : [asDayFirst, withoutZeros]).map(ofText)
  }),
  /** A list is wrapped in an object. */
  DR32: valueSites(isList, () => [
    items => ({ items, total: Array.isArray(items) ? items.length : 0 }),
    results => ({ count: 1, next: null, results }),
    data => ({ data }),
  ]),
  /** An object becomes a text or a number. */
  DR33: valueSites(isObjectLocation, () => [
    value => JSON.stringify(value),
    value => (isObject(value) ? (value.id ?? 'ok') : 'ok'),
  ]),
  /** One list item is invalid. */
  DR34: {
    kind: 'places',
    sites: (operation, { schemas }) => {
      const locations = responseLocations(operation, schemas)
      return locations.filter(isList).map(list => {
        const item = { ...list, pointer: `${list.pointer}/*` }
        const required = locations.filter(one => one.parent === item.pointer && one.isRequired)
        const damages = required.flatMap(({ pointer }) => [
          changeBody({ ...list, pointer }, remove, 'one'),
          changeBody({ ...list, pointer }, toNull, 'one'),
        ])
        const variants = damages.length > 0 ? damages : [changeBody(item, toNull, 'one')]
        return createSite(`${list.status}:${item.pointer}`, ...variants)
      })
    },
  },
  /** A required field is sometimes absent: by `response_model_exclude_defaults`, or in some records. */
  DR22: (operation, { schemas }) =>
    responseLocations(operation, schemas)
      .filter(location => isProperty(location) && location.isRequired)
      .map((location): Site => {
        const often = () =>
          isOfList(location) ? changeBody(location, remove, 'one') : everySecond(changeBody(location, remove))
        const byDefault = () => changeBody(location, withoutDefault)
        const variants = hasDefault(location) ? [often, byDefault] : [often]
        return { location: `${location.status}:${location.pointer}`, variants }
      }),
  /** Null where the contract has a value. */
  DR26: bodySites(
    location => isProperty(location) && !location.isNullable,
    location => [
      changeBody(location, toNull),
      ...(isOfList(location) ? [changeBody(location, toNull, 'one')] : []),
    ],
  ),
  /** Time as a number of seconds, milliseconds or fractions. */
  DR30: valueSites(isDate, () => {
    const milliseconds = (text: string) => new Date(text).getTime()
    return [
      ofText(text => Math.floor(milliseconds(text) / 1000)),
      ofText(milliseconds),
      ofText(text => milliseconds(text) / 1000 + 0.25),
      ofText(text => String(Math.floor(milliseconds(text) / 1000))),
    ]
  }),
  /** The text no longer has the format of the contract. */
  DR31: valueSites(
    location => !isDate(location) && location.flat.formats.some(format => format in FORMAT_BREAKERS),
    ({ flat }) => flat.formats.flatMap(format => FORMAT_BREAKERS[format] ?? []).map(ofText),
  ),
  /** A value just outside each limit. */
  DR36: (operation, { schemas }) =>
    responseLocations(operation, schemas).flatMap(location =>
      Object.entries(findExcesses(location)).map(([limit, change]): Site => {
        const variants = [changeBody(location, change)]
        if (location.pointer.includes('/*')) variants.push(changeBody(location, change, 'one'))
        return createSite(`${location.status}:${location.pointer} ${limit}`, ...variants)
      }),
    ),
}
