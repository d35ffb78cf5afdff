import type { Attempt } from '../src/api/schema.gen'
import { type ExamEvent, payAtBank, playExamEvent } from './platform/exam-events'
import type { SettingsRow } from './platform/rows'
import type { ScenarioName } from './platform/scenarios'
import { createPlatform } from './test-platform'

/** Steps of exam tests. */

export const hour = 3_600_000

function getNewest({ attempts }: { attempts?: Attempt[] }): Attempt {
  const newest = attempts?.at(-1)
  if (!newest) throw new Error('There is no attempt.')
  return newest
}

interface ExamOptions {
  scenario?: ScenarioName
  groupId?: number
  settings?: Partial<SettingsRow>
}

/** The candidate in an exam, with the actions of everyone involved. */
export function createExam({ scenario = 'default', groupId = 5, settings }: ExamOptions = {}) {
  const platform = createPlatform({ scenario, settings: { accessLifetimeSeconds: 864_000, ...settings } })
  const { db } = platform
  const token = platform.tokenOf('candidate')
  const params = { id: groupId }
  const group = async () => (await platform.call('getGroup', { token, params })).body
  return {
    ...platform,
    token,
    group,
    request: () => platform.call('requestAttempt', { token, params }),
    start: () => platform.call('startAttempt', { token, params }),
    newest: async () => getNewest(await group()),
    check: async (id?: number) => {
      const attempt_id = id ?? getNewest(await group()).id
      return (await platform.call('checkPayment', { token, query: { attempt_id } })).body
    },
    examEvent: (event: ExamEvent) => playExamEvent(db, 'candidate', groupId, event),
    pay: () => payAtBank(db, 'candidate', groupId, 'pay'),
    decline: () => payAtBank(db, 'candidate', groupId, 'decline'),
    advance: (milliseconds: number) => db.clock.advance(milliseconds),
  }
}

type Exam = ReturnType<typeof createExam>
export type Step = (exam: Exam) => unknown

export const request: Step = exam => exam.request()
export const start: Step = exam => exam.start()
export const settle: Step = exam => exam.advance(20_000)
export const check: Step = exam => exam.check()
export const pay: Step = exam => exam.pay()
export const decline: Step = exam => exam.decline()
export const examEvent =
  (event: ExamEvent): Step =>
  exam =>
    exam.examEvent(event)
export const advance =
  (milliseconds: number): Step =>
  exam =>
    exam.advance(milliseconds)

export const paid = [request, pay, settle, check]
export const declined = [request, decline, settle, check]
export const ended = [...paid, start, advance(24 * hour)]
export const reportSent = [...ended, advance(60_000), examEvent({ sendReport: true })]

export async function runSteps(steps: readonly Step[], options: ExamOptions = {}) {
  const exam = createExam(options)
  for (const step of steps) await step(exam)
  return exam
}
