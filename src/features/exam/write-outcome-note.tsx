import { useTranslation } from 'react-i18next'
import { errorText } from '../../i18n/error-text'
import { useReadGroup } from '../../queries/exam-calls'
import type { WriteOutcome } from '../../queries/group-write'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { useIsSlow } from './use-is-slow'

/** The words for what became of one kind of call. */
interface OutcomeWords {
  pending: string
  slow: string
  found: string
  waiting: string
  notDone: string
  refused: string
  offline: string
  unknown: string
  unknownText: string
}

interface WriteOutcomeNoteProps {
  groupId: number
  call: { isPending: boolean; outcome: WriteOutcome | null; forget: () => void }
  words: OutcomeWords
}

/** What became of a call whose answer counts: the refusal, or what is known when no answer came (E07). */
export const WriteOutcomeNote = ({ groupId, call, words }: WriteOutcomeNoteProps) => {
  const { t } = useTranslation('common')
  const isSlow = useIsSlow(call.isPending)
  const { outcome } = call
  const dismiss = { onDismiss: call.forget, dismissLabel: t('close') }
  if (call.isPending) {
    return (
      <Banner tone="neutral" role="status" action={isSlow && <AskState groupId={groupId} />}>
        {isSlow ? words.slow : words.pending}
      </Banner>
    )
  }
  switch (outcome?.kind) {
    case 'refused':
      return (
        <Banner tone="danger" role="alert" title={words.refused} {...dismiss}>
          {errorText(outcome.error)}
        </Banner>
      )
    case 'offline':
      return (
        <Banner tone="warning" role="alert" {...dismiss}>
          {words.offline}
        </Banner>
      )
    case 'waiting':
      return (
        <Banner tone="info" role="status">
          {words.waiting}
        </Banner>
      )
    case 'notDone':
      return (
        <Banner tone="info" role="alert" {...dismiss}>
          {words.notDone}
        </Banner>
      )
    case 'found':
      // It is announced by whoever asked.
      return (
        <Banner tone="info" {...dismiss}>
          {words.found}
        </Banner>
      )
    case 'unknown':
      return (
        <Banner tone="warning" role="alert" title={words.unknown} action={<AskState groupId={groupId} />}>
          {words.unknownText}
        </Banner>
      )
    default:
      return null
  }
}

/** Reads the group; a person may press it as often as they like. */
const AskState = ({ groupId }: { groupId: number }) => {
  const { t } = useTranslation('exam')
  const { read, isReading, error } = useReadGroup(groupId)
  return (
    <>
      <Button size="sm" isPending={isReading} onClick={read}>
        {t('ask.state')}
      </Button>
      {error && !isReading && (
        <span role="alert" className="text-xs">
          {errorText(error)}
        </span>
      )}
    </>
  )
}
