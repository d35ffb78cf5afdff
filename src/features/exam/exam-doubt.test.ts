import { describe, expect, test } from 'vitest'
import { setupExam } from '../../test/fake-exam'

const hour = 3600

describe("E16 the server's time contradicts itself", () => {
  const jump = 2 * hour * 1000

  test.each([
    ['the end has long passed, and the exam runs', 5 * hour * 1000, true],
    ['the exam has started in the future', -jump, true],
    ['the clock is off by less than it can tell', 3 * hour * 1000, false],
    ['the clock is right', 0, false],
  ])('%s', async (_, error, isDoubtful) => {
    const { server, tab, pass } = await setupExam()
    server.getDateError = () => error
    // A clock that was set is trusted once three more answers agree.
    await pass(250)
    expect(tab.isDoubtful()).toBe(isDoubtful)
    // Back again, it takes two answers to be followed, and a few more that agree.
    server.getDateError = () => 0
    await pass(420)
    expect(tab.isDoubtful()).toBe(false)
  })

  test.each([
    [jump, hour, 1],
    // A date that is earlier counts at the second answer.
    [-jump, 2.5 * hour, 2],
  ])('it jumps by %i ms after %i s: unknown until the answers agree', async (error, seconds, answers) => {
    const { server, tab, pass } = await setupExam()
    await pass(seconds, 5000)
    expect(tab.isDoubtful()).toBe(false)
    server.getDateError = () => error
    for (let count = 0; count < answers; count += 1) {
      await pass(1.5)
      tab.read()
    }
    expect(tab.isDoubtful()).toBe(true)
    await pass(200)
    expect(tab.isDoubtful()).toBe(false)
  })

  test.each([jump, -jump])('two servers differ by %i ms: unknown for as long as both answer', async error => {
    const { server, tab, pass } = await setupExam()
    await pass(2 * hour, 5000)
    let count = 0
    server.getDateError = () => (count++ % 2 === 0 ? error : 0)
    await pass(10 * 60)
    for (let minute = 0; minute < 20; minute += 1) {
      await pass(60)
      expect(tab.isDoubtful()).toBe(true)
    }
  })

  test('leaving ends the doubt', async () => {
    const { server, tab, pass } = await setupExam()
    server.endsAt -= 3 * hour * 1000
    server.status = 'exam_started'
    await pass(1.2 * hour, 5000)
    expect(tab.isDoubtful()).toBe(true)
    tab.watch.stop()
    expect(tab.isDoubtful()).toBe(false)
  })
})
