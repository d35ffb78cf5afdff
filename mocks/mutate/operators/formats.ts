import { type AnswerPlace, answerPlaces, hasType } from '../answer-places'
import type { Change } from '../json-places'
import { type Operator, type Site, siteOf } from '../mutant'
import { bodySites, changeBody } from './fields'

const ofText =
  (change: (text: string) => unknown): Change =>
  value =>
    typeof value === 'string' ? change(value) : value

const isDate = ({ flat }: AnswerPlace) => flat.formats.some(format => format.startsWith('date'))

/** DR30: the time as a number: of seconds, of milliseconds, or with parts of a second. */
const epoch: Operator = {
  driftId: 'DR30',
  sites: bodySites(isDate, place => {
    const milliseconds = (text: string) => new Date(text).getTime()
    const changes = [
      (text: string) => Math.floor(milliseconds(text) / 1000),
      milliseconds,
      (text: string) => milliseconds(text) / 1000 + 0.25,
      (text: string) => String(Math.floor(milliseconds(text) / 1000)),
    ]
    return changes.map(change => changeBody(place, ofText(change)))
  }),
}

/** What a careless server sends where a text of a format is promised. */
const formless: Record<string, readonly ((text: string) => string)[]> = {
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

/** DR31: the text has no longer the format of the contract. */
const formatLost: Operator = {
  driftId: 'DR31',
  sites: bodySites(
    place => !isDate(place) && place.flat.formats.some(format => format in formless),
    place =>
      place.flat.formats
        .flatMap(format => formless[format] ?? [])
        .map(change => changeBody(place, ofText(change))),
  ),
}

/** DR36: a value just outside of what the contract promises, for each of its limits. */
const outOfRange: Operator = {
  driftId: 'DR36',
  sites: (operation, { schemas }) =>
    answerPlaces(operation, schemas).flatMap(place =>
      Object.entries(excessesOf(place)).map(([limit, change]): Site => {
        const ways = [changeBody(place, change)]
        if (place.pointer.includes('/*')) ways.push(changeBody(place, change, 'one'))
        return siteOf(`${place.status}:${place.pointer} ${limit}`, ...ways)
      }),
    ),
}

function excessesOf(place: AnswerPlace): Record<string, Change> {
  if (place.flat.values) return {}
  if (hasType(place, 'array')) return excessesOfList(place)
  return hasType(place, 'string') ? excessesOfText(place) : excessesOfNumber(place)
}

function excessesOfNumber({ flat: { limits } }: AnswerPlace): Record<string, Change> {
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

function excessesOfText({ flat: { limits, patterns } }: AnswerPlace): Record<string, Change> {
  const { minLength, maxLength } = limits
  const [pattern] = patterns
  const breaks = [
    (text: string) => text.toLowerCase(),
    (text: string) => text.replace(/^\w+(?=:\/\/)/, 'ssh'),
    (text: string) => `${text}=`,
    (text: string) => `${text.slice(0, -2)} ${text.slice(-1)}`,
  ]
  const breakPattern = (text: string) =>
    breaks.map(way => way(text)).find(other => !new RegExp(pattern ?? '', 'u').test(other)) ?? text
  return {
    ...(minLength !== undefined && { minLength: ofText(text => text.slice(0, minLength - 1)) }),
    ...(maxLength !== undefined && { maxLength: ofText(text => text.padEnd(maxLength + 1, 'x')) }),
    ...(pattern !== undefined && { pattern: ofText(breakPattern) }),
  }
}

/** An empty list has nothing to repeat, and stays. */
function excessesOfList({ flat: { limits } }: AnswerPlace): Record<string, Change> {
  const { maxItems } = limits
  if (maxItems === undefined) return {}
  const repeat: Change = value =>
    Array.isArray(value) && value.length > 0
      ? Array.from({ length: maxItems + 1 }, (_, index): unknown => value[index % value.length])
      : value
  return { maxItems: repeat }
}

export const formatOperators: readonly Operator[] = [epoch, formatLost, outOfRange]
