import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { canRequestAttempt, getCurrentAttempt, isFreeExam, toAttemptView } from '../../api/attempts'
import { configQuery } from '../../api/queries/config'
import { groupQuery } from '../../api/queries/groups'
import { type Group, getAttempts } from '../../api/responses'
import { clock } from '../../lib/clock'
import { MINUTE_MS } from '../../lib/durations'
import { useIsSlow, useSubscription, useTimeout } from '../../lib/hooks'
import { isVisible } from '../../lib/online'
import { createPollLoop, ignoreCancelled, onVisibilityChange } from '../../lib/poll-loop'
import { serverClock } from '../../lib/server-clock'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import type { StatusMap } from '../groups/public'
import {
  ExamRules,
  RequestAttempt,
  RequestButton,
  RequestMessage,
  useAttemptRequest,
} from './attempt-actions'
import { AttemptCard, belowClass, examColumns, useFocusFallback } from './attempt-card'
import { AttemptSteps, FiguresAhead } from './attempt-details'
import { Hero, heroClass } from './attempt-hero'
import { HoursFace } from './attempt-ring'
import { getExamRetryDelay } from './exam-poller'

/** Longest wait for the configuration. */
const CONFIG_TIMEOUT_MS = 1000

interface ExamTabProps {
  group: Group
  statuses: StatusMap
  /** The own place, where it is known. */
  place?: { rank: number; total: number | undefined } | null
  /** Below the exam. */
  children?: ReactNode
}

/** The group's exam tab: attempts and their actions. */
export const ExamTab = ({ group, statuses, place = null, children }: ExamTabProps) => {
  const { t } = useTranslation('exam')
  const current = getCurrentAttempt(group)
  const { endsAt = null, reportDeadline = null } = current ? toAttemptView(current, 0) : {}
  const now = useServerMinute([endsAt, reportDeadline])
  const view = current && toAttemptView(current, now)
  usePollStart(group.id, view?.rule.step === 'start')
  const request = useAttemptRequest(group.id)
  const card = useRef<HTMLElement>(null)
  const focusHandlers = useFocusFallback(card, `${current?.id} ${view?.status}`)
  const canRequest = canRequestAttempt(group)
  // The time zone of the platform makes the times of an attempt longer, which would move the buttons below them.
  const { isFetched } = useQuery(configQuery())
  const isSlow = useIsSlow(!isFetched, CONFIG_TIMEOUT_MS)
  if (!isFetched && !isSlow) return null
  return (
    <div {...focusHandlers} className="flex flex-col gap-4">
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
          earlier={getAttempts(group).filter(({ id }) => id !== view.id)}
          now={now}
          request={request}
          place={place}
        >
          {children}
        </AttemptCard>
      )}
      {canRequest && !current ? (
        <FirstRequest group={group} request={request}>
          {children}
        </FirstRequest>
      ) : (
        !view && children
      )}
    </div>
  )
}

interface FirstRequestProps {
  group: Group
  request: ReturnType<typeof useAttemptRequest>
  children: ReactNode
}

/** Before the first attempt: what an exam is, and the button for one. */
const FirstRequest = ({ group, request, children }: FirstRequestProps) => {
  const { t } = useTranslation('exam')
  // The group may lack exam settings.
  const hours: unknown = group.exam?.hours
  if (group.is_admin)
    return (
      <>
        <Card padding="lg" as="section" aria-labelledby="exam-request" className="flex flex-col gap-4">
          <SectionTitle id="exam-request">{t('request.title')}</SectionTitle>
          <details>
            <summary className="w-fit text-accent-text">{t('admin.own')}</summary>
            <div className="pt-3">
              <RequestAttempt group={group} request={request} isRepeat={false} variant="secondary" />
            </div>
          </details>
        </Card>
        {children}
      </>
    )
  return (
    <section aria-labelledby="exam-request" className={examColumns}>
      <Card padding="none" className="divide-y divide-line">
        <div className={heroClass}>
          <Hero
            ring={<HoursFace seconds={typeof hours === 'number' && hours > 0 ? hours * 3600 : null} />}
            badge={<Badge id="exam-request">{t('request.title')}</Badge>}
            headline={t('fact.request')}
          >
            <p className="text-sm text-muted sm:text-base">
              {t(isFreeExam(group.exam) ? 'request.effectFree' : 'request.effect')}
            </p>
            <RequestMessage groupId={group.id} request={request} />
            <RequestButton request={request} isRepeat={false} variant="primary" />
          </Hero>
          <FiguresAhead group={group} />
        </div>
        <div className="flex flex-col gap-3 p-4 sm:p-6">
          <SectionTitle level={3}>{t('fold.rules')}</SectionTitle>
          <ExamRules exam={group.exam} />
        </div>
      </Card>
      <AttemptSteps view={null} exam={group.exam} />
      {children && <div className={belowClass}>{children}</div>}
    </section>
  )
}

/** Another device of the user may start the exam, whose time then runs. */
const START_POLL_MS = 30_000

/** Asks for the group of an exam that may be started, in a visible tab. */
const usePollStart = (groupId: number, isStartable: boolean): void => {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isStartable) return
    const query = { ...groupQuery(groupId), staleTime: 0, retry: false }
    const loop = createPollLoop({
      clock,
      request: async () => isVisible() && queryClient.query(query).catch(ignoreCancelled),
      getDelay: (failures, error) => (failures > 0 ? getExamRetryDelay(failures, error) : START_POLL_MS),
      onFailure: () => {},
    })
    loop.start(START_POLL_MS)
    return loop.stop
  }, [groupId, isStartable, queryClient])
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
