import { useQuery } from '@tanstack/react-query'
import { useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { canRequestAttempt, getCurrentAttempt, toAttemptView } from '../../api/attempts'
import { configQuery } from '../../api/queries/config'
import { type Group, getAttempts } from '../../api/responses'
import { MINUTE_MS } from '../../lib/durations'
import { useIsSlow, useSubscription, useTimeout } from '../../lib/hooks'
import { onVisibilityChange } from '../../lib/poll-loop'
import { serverClock } from '../../lib/server-clock'
import { Banner } from '../../ui/banner'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import type { StatusMap } from '../groups/public'
import { RequestAttempt, RequestMessage, useAttemptRequest } from './attempt-actions'
import { AttemptCard, useFocusFallback } from './attempt-card'
import { EarlierAttempts } from './attempt-details'

/** Longest wait for the configuration. */
const CONFIG_TIMEOUT_MS = 1000

interface ExamTabProps {
  group: Group
  statuses: StatusMap
}

/** The group's exam tab: attempts and their actions. */
export const ExamTab = ({ group, statuses }: ExamTabProps) => {
  const { t } = useTranslation('exam')
  const current = getCurrentAttempt(group)
  const { endsAt = null, reportDeadline = null } = current ? toAttemptView(current, 0) : {}
  const now = useServerMinute([endsAt, reportDeadline])
  const view = current && toAttemptView(current, now)
  const request = useAttemptRequest(group.id)
  const card = useRef<HTMLElement>(null)
  const focusHandlers = useFocusFallback(card, `${current?.id} ${view?.status}`)
  const isWide = view?.status === 'completed' || view?.rule.actions.includes('openTasks')
  const canRequest = canRequestAttempt(group)
  // The time zone of the platform makes the times of an attempt longer, which would move the buttons below them.
  const { isFetched } = useQuery(configQuery())
  const isSlow = useIsSlow(!isFetched, CONFIG_TIMEOUT_MS)
  if (!isFetched && !isSlow) return null
  return (
    <div {...focusHandlers} className={cx('flex flex-col gap-4', isWide ? 'max-w-[88rem]' : 'max-w-4xl')}>
      {group.is_admin && <Banner tone="info">{t('admin.note')}</Banner>}
      {!canRequest && request.outcome?.kind === 'refused' && (
        <RequestMessage groupId={group.id} request={request} />
      )}
      {view && (
        <AttemptCard
          key={view.id}
          ref={card}
          group={group}
          statuses={statuses}
          view={view}
          now={now}
          request={request}
        />
      )}
      {canRequest && !current && (
        <Card padding="lg" as="section" aria-labelledby="exam-request" className="flex flex-col gap-4">
          <SectionTitle id="exam-request">{t('request.title')}</SectionTitle>
          {group.is_admin ? (
            <details>
              <summary className="w-fit text-accent-text">{t('admin.own')}</summary>
              <div className="pt-3">
                <RequestAttempt group={group} request={request} isRepeat={false} variant="secondary" />
              </div>
            </details>
          ) : (
            <RequestAttempt group={group} request={request} isRepeat={false} variant="primary" />
          )}
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

/** The time left is rounded up to whole seconds. */
const SECOND_MS = 1000
/** Timers may fire early. */
const TIMER_SLACK_MS = 20

/** Server time; updates every minute, at the given times, each full minute before them, and on return to the tab. */
const useServerMinute = (times: readonly (number | null)[]): number => {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const now = serverClock.now()
  const ahead = times.flatMap(time => (time !== null && time > now ? [time - now] : []))
  const minuteChanges = ahead.map(left => (left % MINUTE_MS) + SECOND_MS)
  const wait = Math.min(MINUTE_MS - (now % MINUTE_MS), ...minuteChanges, ...ahead) + TIMER_SLACK_MS
  useTimeout(wait, tick, now)
  useSubscription(onVisibilityChange, tick)
  return now
}
