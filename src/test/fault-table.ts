import type { Fault } from '../../mocks/platform/faults'
import { ru } from './messages'

interface FaultRow {
  name: string
  fault: Fault
  /** The title of the error page. */
  title: string
  /** Whether a retry is offered. */
  canRetry: boolean
}

const { errors } = ru
const status = (code: number, title: string, canRetry: boolean): FaultRow => ({
  name: String(code),
  fault: { kind: 'status', status: code },
  title,
  canRetry,
})
const validationErrors = {
  detail: [{ loc: ['query', 'id'], msg: 'value is not valid', type: 'int_parsing' }],
}

/** Every kind of failed answer. */
export const faultTable: readonly FaultRow[] = [
  status(400, errors['title.400'], false),
  status(403, errors['title.403'], false),
  status(404, errors['title.404'], false),
  status(409, errors['title.4xx'], false),
  {
    ...status(422, errors['title.422'], false),
    name: '422 with a text',
    fault: { kind: 'status', status: 422, detail: 'Something else' },
  },
  {
    ...status(422, errors['title.422'], false),
    name: '422 with field errors',
    fault: { kind: 'body', status: 422, body: validationErrors },
  },
  {
    ...status(429, errors['title.429'], true),
    fault: { kind: 'status', status: 429, headers: { 'Retry-After': '30' } },
  },
  status(500, errors['title.500'], true),
  {
    ...status(500, errors['title.500'], true),
    name: '500 without a body',
    fault: { kind: 'empty', status: 500 },
  },
  { ...status(502, errors['title.502'], true), name: '502 with HTML', fault: { kind: 'html', status: 502 } },
  status(503, errors['title.503'], true),
  status(504, errors['title.5xx'], true),
  {
    name: '200 with HTML',
    fault: { kind: 'html', status: 200 },
    title: errors['title.badResponse'],
    canRetry: true,
  },
  {
    name: '200 with half a JSON',
    fault: { kind: 'malformed', status: 200 },
    title: errors['title.badResponse'],
    canRetry: true,
  },
  { name: 'a network error', fault: { kind: 'abort' }, title: errors['title.network'], canRetry: true },
]
