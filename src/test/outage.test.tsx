import { act, configure, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { type OperationId, operationTable } from '../../mocks/operations.gen'
import { scenesOf } from './matrix/scenes'
import { withQuickRetries } from './quick-retries'
import { type RenderedRoute, renderRoute } from './render-route'

withQuickRetries()
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 60_000 })

/** Milliseconds for which the server is away, and within which the doubt must be resolved after its return. */
const outage = 8000
const promise = 15_000

const scenes = new Map(['tasks', 'groups', 'account'].flatMap(part => scenesOf(part as 'tasks')))

/**
 * Every write that a page sends: what stands there in the end, when the work was done, its answer was lost and the server
 * was away for 8 s. `read`: the page has found it out by reading. `said`: nothing can be read, and the page says what to do.
 */
const writes: [id: OperationId, how: 'read' | 'said', ...words: RegExp[]][] = [
  ['submitFlags', 'read', /Ответ не пришёл, и флаг не засчитан\. Можно отправить его ещё раз/],
  ['takeHint', 'read', /Подсказка 1 из 2/],
  ['startLab', 'read', /Прошло|Работает|Готова/],
  ['stopLab', 'read', /Запустить лабораторию/],
  ['setTaskVisibility', 'read', /Скрыто/],
  ['requestAttempt', 'read', /Нужна оплата|Нужен допуск/],
  ['startAttempt', 'read', /Экзамен идёт/],
  ['shareProfile', 'read', /Скрыть профиль/],
  ['hideProfile', 'read', /Открыть профиль/],
  ['updateUsername', 'read', /Сохранено/, /sasha_v/],
  ['logout', 'read', /Вход/],
  ['checkPayment', 'said', /Проверить оплату не удалось/, /Проверить оплату$|Проверить оплату/],
  ['openTerminal', 'said', /повторите попытку/],
  ['downloadFromLms', 'said', /Обновите их ещё раз: повторное обновление ничего не портит/],
  ['uploadToLms', 'said', /Выгрузите решения ещё раз: уже отправленные не уйдут второй раз/],
  ['login', 'said', /повторите попытку/],
  ['register', 'said', /повторите попытку/],
  ['requestPasswordReset', 'said', /повторите попытку/],
  ['setNewPassword', 'said', /Попробуйте войти с ним, а если не получится, запросите новую ссылку/],
  ['updatePassword', 'said', /если текущий пароль не подойдёт, новый уже действует/],
  ['requestEmailVerification', 'said', /повторите попытку/],
  ['sendFeedback', 'said', /Написанное сохранено/],
]
/** What must not stand there any more. */
const doubt = /узнаем|Узнаем|Проверяем…/

/** The work is done, its answer is lost, and a gateway answers everything else. */
const breakServer = ({ platform: { db } }: RenderedRoute, id: OperationId): void => {
  db.faults.add(id, { kind: 'abort', after: true })
  for (const { operationId } of operationTable)
    db.faults.add(operationId, { kind: 'html', status: 502 }, Number.POSITIVE_INFINITY)
}

/** Lets time pass for page and platform, with moments between for the answers. */
const pass = async (page: RenderedRoute, milliseconds: number): Promise<void> => {
  for (let spent = 0; spent < milliseconds; spent += 500) {
    page.pass(500)
    await act(() => new Promise(resolve => setTimeout(resolve, 15)))
  }
}

const sentTimes = ({ platform }: RenderedRoute, id: OperationId) =>
  platform.journal.entries().filter(({ operationId }) => operationId === id).length

describe('N01 a server that is away for 8 s in the middle of a write', () => {
  test.each(writes)('%s is %s within 15 s of its return', async (id, _how, ...words) => {
    const scene = scenes.get(id as Parameters<typeof scenes.get>[0])
    if (!scene?.send) throw new Error(`There is no scene of ${id}.`)
    const { path, as, scenario, prepare, arrive } = scene
    const page = await renderRoute(path, {
      clock: 'held',
      ...(as && { as }),
      ...(scenario && { scenario }),
      ...(prepare && { prepare }),
    })
    await screen.findByRole('heading', { level: 1 })
    await arrive?.(page)
    await pass(page, 1000)
    breakServer(page, id)
    // What a click reads first is there as always: the server goes away with the write.
    if (id === 'takeHint') page.platform.db.faults.clear('getTask')
    const before = sentTimes(page, id)
    await scene.send(page)
    await waitFor(() => expect(sentTimes(page, id)).toBe(before + 1))
    if (id === 'takeHint') page.platform.db.faults.add('getTask', { kind: 'html', status: 502 }, 9)
    await pass(page, outage)
    page.platform.db.faults.clear()
    await pass(page, promise)
    const shown = document.body.textContent ?? ''
    for (const word of words) expect(shown).toMatch(word)
    expect(shown).not.toMatch(doubt)
    // Only reads: the write is never sent again.
    expect(sentTimes(page, id)).toBe(before + 1)
  })

  test('every write of the contract is in the table', () => {
    // By the contract a check of a payment is a read; a user presses it all the same.
    const isExtra = new Set<string>(['checkPayment'])
    const isLeftOut = new Set<string>([
      // A refresh and the code of the LMS are sent by the page itself; their own tests hold what follows.
      'refreshSession',
      'completeLmsLogin',
    ])
    const all = operationTable
      .filter(({ effect }) => effect === 'write')
      .map(({ operationId }) => operationId)
    const listed = writes.map(([id]) => id).filter(id => !isExtra.has(id))
    expect(listed.toSorted()).toEqual(all.filter(id => !isLeftOut.has(id)).toSorted())
    const count = (how: string) => writes.filter(one => one[1] === how).length
    const figure = {
      writes: writes.length,
      'found out by reading': count('read'),
      'said what to do': count('said'),
    }
    console.log(`An outage of 8 s in the middle of a write: ${JSON.stringify(figure)}`)
  })
})
