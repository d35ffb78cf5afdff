import type { Fault } from '../../mocks/platform/faults'

interface FaultRow {
  name: string
  fault: Fault
  /** The error page's title (specification §8), in Russian. */
  title: string
  /** Whether trying again is offered. */
  canRetry: boolean
}

/** Every way in which an answer goes wrong, with the words of the specification's §8 for it. */
export const faultTable: readonly FaultRow[] = [
  { name: '400', fault: { kind: 'status', status: 400 }, title: 'Некорректный запрос', canRetry: false },
  { name: '403', fault: { kind: 'status', status: 403 }, title: 'Нет прав', canRetry: false },
  {
    name: '404',
    fault: { kind: 'status', status: 404 },
    title: 'Страница или данные не найдены',
    canRetry: false,
  },
  { name: '409', fault: { kind: 'status', status: 409 }, title: 'Ошибка клиента', canRetry: false },
  {
    name: '422 with a text',
    fault: { kind: 'status', status: 422, detail: 'Something else' },
    title: 'Ошибка сетевого запроса',
    canRetry: false,
  },
  {
    name: "422 with FastAPI's list",
    fault: {
      kind: 'body',
      status: 422,
      body: { detail: [{ loc: ['query', 'id'], msg: 'value is not valid', type: 'int_parsing' }] },
    },
    title: 'Ошибка сетевого запроса',
    canRetry: false,
  },
  {
    name: '429',
    fault: { kind: 'status', status: 429, headers: { 'Retry-After': '30' } },
    title: 'Слишком много запросов',
    canRetry: true,
  },
  { name: '500', fault: { kind: 'status', status: 500 }, title: 'Ошибка сервера', canRetry: true },
  {
    name: '500 without a body',
    fault: { kind: 'empty', status: 500 },
    title: 'Ошибка сервера',
    canRetry: true,
  },
  { name: '502 with HTML', fault: { kind: 'html', status: 502 }, title: 'Ошибка шлюза', canRetry: true },
  { name: '503', fault: { kind: 'status', status: 503 }, title: 'Сервис недоступен', canRetry: true },
  { name: '504', fault: { kind: 'status', status: 504 }, title: 'Ошибка сервера', canRetry: true },
  {
    name: '200 with HTML',
    fault: { kind: 'html', status: 200 },
    title: 'Сервер ответил не так, как ожидалось',
    canRetry: true,
  },
  {
    name: '200 with half a JSON',
    fault: { kind: 'malformed', status: 200 },
    title: 'Сервер ответил не так, как ожидалось',
    canRetry: true,
  },
  { name: 'a broken connection', fault: { kind: 'abort' }, title: 'Нет ответа от сервера', canRetry: true },
]
