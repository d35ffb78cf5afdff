import type { Change } from '../change-at'
import { createSite, type Operator, type Site } from '../mutant'
import { hasType, type ResponseLocation, responseLocations } from '../response-locations'
import { bodySites, changeBody } from './fields'

const ofText =
  (change: (text: string) => unknown): Change =>
  value =>
    typeof value === 'string' ? change(value) : value

const isDate = ({ flat }: ResponseLocation) => flat.formats.some(format => format.startsWith('date'))

/** DR30: time as a number of seconds, milliseconds or fractions. */
const epoch: Operator = {
  driftId: 'DR30',
  sites: bodySites(isDate, location => {
    const milliseconds = (text: string) => new Date(text).getTime()
    const changes = [
      (text: string) => Math.floor(milliseconds(text) / 1000),
      milliseconds,
      (text: string) => milliseconds(text) / 1000 + 0.25,
      (text: string) => String(Math.floor(milliseconds(text) / 1000)),
    ]
    return changes.map(change => changeBody(location, ofText(change)))
  }),
}

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

/** DR31: the text no longer has the format of the contract. */
const formatLost: Operator = {
  driftId: 'DR31',
  sites: bodySites(
    location => !isDate(location) && location.flat.formats.some(format => format in FORMAT_BREAKERS),
    location =>
      location.flat.formats
        .flatMap(format => FORMAT_BREAKERS[format] ?? [])
        .map(change => changeBody(location, ofText(change))),
  ),
}

/** DR36: a value just outside each limit. */
const outOfRange: Operator = {
  driftId: 'DR36',
  sites: (operation, { schemas }) =>
    responseLocations(operation, schemas).flatMap(location =>
      Object.entries(excessesOf(location)).map(([limit, change]): Site => {
        const variants = [changeBody(location, change)]
        if (location.pointer.includes('/*')) variants.push(changeBody(location, change, 'one'))
        return createSite(`${location.status}:${location.pointer} ${limit}`, ...variants)
      }),
    ),
}

function excessesOf(location: ResponseLocation): Record<string, Change> {
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

export const formatOperators: readonly Operator[] = [epoch, formatLost, outOfRange]
