import { like, toLabels } from './messages'

/** The messages of the states of a task, beside those of `taskWords`. */
export const taskStateLabels = toLabels({
  startsSlowly: like(['lab:starting.slow', 'lab:starting.slowOwn']),
  notStarted: like('lab:failure.start'),
  otherLab: like('lab:other.title'),
  extend: like(['lab:extend.to', 'lab:extend.about', 'lab:extend.again', 'lab:extend.closed']),
  warning: 'lab:warning.region',
  checkFirst: 'task:preflight.title',
  asIs: 'task:preflight.asIs',
  verdicts: 'task:verdict.list',
  sent: like('task:sent.list'),
  findOut: 'task:arrival.recheck',
  hints: like('hints:title'),
  takeHint: 'hints:take',
  hintCosts: like('hints:confirm.title'),
  spoiler: 'hints:writeup.spoiler',
  readOnly: 'task:disabled.notice',
  closed: 'terminal:closed',
  lost: 'terminal:state.lost',
  end: 'terminal:end',
  visible: like('task:visibility.label'),
  visibilityFailed: 'task:visibility.failed',
  findTask: 'task:filters.search',
})
