import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { parseMoment } from '../../lib/format'
import type { Group } from '../../queries/answers'
import { attemptsOf, attemptView, canRequestAttempt, currentAttempt } from '../../queries/exam-view'
import type { StatusMap } from '../../queries/task-progress'
import { Banner } from '../../ui/banner'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { AttemptCard, type AttemptSlots } from './attempt-card'
import { EarlierAttempts } from './earlier-attempts'
import { RequestAttempt, RequestNote, useAttemptRequest } from './request-attempt'
import { useExamMinute } from './use-exam-minute'
import { useKeepFocus } from './use-keep-focus'

export interface ExamTabProps extends AttemptSlots {
  group: Group
  statuses: StatusMap
}

const moment = (value: unknown): number | null => (typeof value === 'string' ? parseMoment(value) : null)

/** The exam of a group: its attempts and everything that can be done about them (specification §4, ux §4). */
export const ExamTab = ({ group, statuses, ...slots }: ExamTabProps) => {
  const { t } = useTranslation('exam')
  const current = currentAttempt(group)
  const now = useExamMinute([moment(current?.ends_at), moment(current?.report_deadline)])
  const view = current && attemptView(current, now)
  const request = useAttemptRequest(group.id)
  const card = useRef<HTMLElement>(null)
  const keeping = useKeepFocus(card, `${current?.id} ${view?.status}`)
  const canRequest = canRequestAttempt(group)
  return (
    <div {...keeping} className="flex max-w-4xl flex-col gap-4">
      {group.is_admin && <Banner tone="info">{t('admin.note')}</Banner>}
      {!canRequest && request.outcome?.kind === 'refused' && (
        <RequestNote groupId={group.id} request={request} />
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
            isAnother={false}
            variant={group.is_admin ? 'secondary' : 'primary'}
          />
        </Card>
      )}
      <EarlierAttempts
        attempts={attemptsOf(group).filter(({ id }) => id !== current?.id)}
        exam={group.exam}
        now={now}
      />
    </div>
  )
}
