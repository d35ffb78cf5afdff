import { useEffect, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/clock'
import { parseMoment } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { canRequestAttempt, getAttempts, getCurrentAttempt, toAttemptView } from '../../queries/exam-view'
import type { Group } from '../../queries/responses'
import type { StatusMap } from '../../queries/task-progress'
import { Banner } from '../../ui/banner'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { AttemptCard, type AttemptSlots } from './attempt-card'
import { EarlierAttempts } from './earlier-attempts'
import { RequestAttempt, RequestMessage, useAttemptRequest } from './request-attempt'
import { useFocusFallback } from './use-focus-fallback'

export interface ExamTabProps extends AttemptSlots {
  group: Group
  statuses: StatusMap
}

const toTimestamp = (value: unknown): number | null => (typeof value === 'string' ? parseMoment(value) : null)

/** The group's exam tab: attempts and their actions. */
export const ExamTab = ({ group, statuses, ...slots }: ExamTabProps) => {
  const { t } = useTranslation('exam')
  const current = getCurrentAttempt(group)
  const now = useServerMinute([toTimestamp(current?.ends_at), toTimestamp(current?.report_deadline)])
  const view = current && toAttemptView(current, now)
  const request = useAttemptRequest(group.id)
  const card = useRef<HTMLElement>(null)
  const focusHandlers = useFocusFallback(card, `${current?.id} ${view?.status}`)
  const canRequest = canRequestAttempt(group)
  return (
    <div {...focusHandlers} className="flex max-w-4xl flex-col gap-4">
      {group.is_admin && <Banner tone="info">{t('admin.note')}</Banner>}
      {!canRequest && request.outcome?.kind === 'refused' && (
        <RequestMessage groupId={group.id} request={request} />
      )}
      {current && view && (
        <AttemptCard
          key={current.id}
          ref={card}
          group={group}
          statuses={statuses}
          attempt={current}
          view={view}
          now={now}
          request={request}
          {...slots}
        />
      )}
      {canRequest && !current && (
        <Card padding="lg" as="section" aria-labelledby="exam-request" className="flex flex-col gap-4">
          <SectionTitle id="exam-request">{t('request.title')}</SectionTitle>
          <RequestAttempt
            group={group}
            request={request}
            isRepeat={false}
            variant={group.is_admin ? 'secondary' : 'primary'}
          />
        </Card>
      )}
      <EarlierAttempts
        attempts={getAttempts(group).filter(({ id }) => id !== current?.id)}
        exam={group.exam}
        now={now}
      />
    </div>
  )
}

const MINUTE_MS = 60_000
/** The time left is rounded up to whole seconds. */
const SECOND_MS = 1000
/** Timers may fire early. */
const TIMER_SLACK_MS = 20

/**
 * Server time in milliseconds. Updates every minute, at the given times and each full minute before them, and
 * when the tab becomes visible.
 */
const useServerMinute = (times: readonly (number | null)[]): number => {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const now = serverClock.now()
  const ahead = times.flatMap(time => (time !== null && time > now ? [time - now] : []))
  const minuteChanges = ahead.map(left => (left % MINUTE_MS) + SECOND_MS)
  const wait = Math.min(MINUTE_MS - (now % MINUTE_MS), ...minuteChanges, ...ahead) + TIMER_SLACK_MS
  // Rescheduled on every render.
  useEffect(() => clock.after(wait, tick))
  useEffect(() => {
    document.addEventListener('visibilitychange', tick)
    return () => document.removeEventListener('visibilitychange', tick)
  }, [])
  return now
}
