import type { Exchange } from '../../../scripts/lib/judge/exchange'
import type { Question, Verdict } from './judge'

/** Hands an exchange to the judge; the verdict comes when it comes. */
export type AskJudge = (id: number, exchange: Exchange) => void

type Judge = (question: Question) => Verdict

/** One exchange that the judge breaks down over must not cost the verdicts of all that come after it. */
export const judgeSafely = (judge: Judge, question: Question): Verdict => {
  try {
    return judge(question)
  } catch (error) {
    console.error('An exchange could not be judged.', error)
    return { id: question.id }
  }
}

type Surroundings = {
  makeWorker: () => Worker
  /** Calls back when the page has nothing else to do. */
  whenIdle: (work: () => void) => void
  loadJudge: () => Promise<{ judge: Judge }>
}

/**
 * Judges in a worker. Where the browser or the policy of the page allows none, the page judges itself, one exchange in
 * each idle moment, and `onNoWorker` is told; whatever the worker still owed is asked again.
 */
export const startJudging = (
  { makeWorker, whenIdle, loadJudge }: Surroundings,
  onVerdict: (verdict: Verdict) => void,
  onNoWorker: () => void,
): AskJudge => {
  const open = new Map<number, Question>()
  const tell = (verdict: Verdict) => {
    open.delete(verdict.id)
    onVerdict(verdict)
  }
  let worker: Worker | null = null
  let isBusy = false
  const judgeHere = async () => {
    if (isBusy) return
    isBusy = true
    // A contract that is just being edited may be broken: answers then wait until the page is loaded anew.
    const judge = await loadJudge().then(
      loaded => loaded.judge,
      (error: unknown) => console.error(error),
    )
    if (!judge) return
    const next = () => {
      const [question] = open.values()
      if (question) tell(judgeSafely(judge, question))
      isBusy = open.size > 0
      if (isBusy) whenIdle(next)
    }
    whenIdle(next)
  }
  const giveUp = () => {
    worker?.terminate()
    worker = null
    onNoWorker()
    if (open.size > 0) void judgeHere()
  }
  try {
    worker = makeWorker()
    worker.addEventListener('message', ({ data }: MessageEvent<Verdict>) => tell(data))
    worker.addEventListener('error', giveUp)
  } catch {
    giveUp()
  }
  return (id, exchange) => {
    const question = { id, exchange }
    open.set(id, question)
    if (worker) worker.postMessage(question)
    else void judgeHere()
  }
}
