import type { Attempt } from '../src/api/schema.gen'
import { type ExamEvent, payAtBank, playExamEvent } from './platform/exam-events'
import type { SettingsRow } from './platform/rows'
import type { ScenarioName } from './platform/scenarios'
import { createPlatform } from './test-platform'

/** The candidate's way through an exam, as steps of a test. */

export const hour = 3_600_000

/** The newest of a person's attempts. */
function newestOf({ attempts }: { attempts?: Attempt[] }): Attempt {
  const newest = attempts?.at(-1)
  if (!newest) throw new Error('There is no attempt.')
  return newest
}

interface ExamOptions {
  scenario?: ScenarioName
  groupId?: number
  settings?: Partial<SettingsRow>
}

/** The candidate in an exam, and everybody who has to do with their attempts. */
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
    newest: async () => newestOf(await group()),
    check: async (id?: number) => {
      const attempt_id = id ?? newestOf(await group()).id
      return (await platform.call('checkPayment', { token, query: { attempt_id } })).body
    },
    play: (event: ExamEvent) => playExamEvent(db, 'candidate', groupId, event),
    pay: () => payAtBank(db, 'candidate', groupId, 'pay'),
    decline: () => payAtBank(db, 'candidate', groupId, 'decline'),
    pass: (milliseconds: number) => db.clock.advance(milliseconds),
  }
}

type Exam = ReturnType<typeof createExam>
export type Step = (exam: Exam) => unknown

export const ask: Step = exam => exam.request()
export const begin: Step = exam => exam.start()
export const settle: Step = exam => exam.pass(20_000)
export const check: Step = exam => exam.check()
export const pay: Step = exam => exam.pay()
export const decline: Step = exam => exam.decline()
export const play =
  (event: ExamEvent): Step =>
  exam =>
    exam.play(event)
export const pass =
  (milliseconds: number): Step =>
  exam =>
    exam.pass(milliseconds)

export const paid = [ask, pay, settle, check]
export const over = [...paid, begin, pass(24 * hour)]
export const sent = [...over, pass(60_000), play({ sendReport: true })]

export async function walk(steps: readonly Step[], options: ExamOptions = {}) {
  const exam = createExam(options)
  for (const step of steps) await step(exam)
  return exam
}
