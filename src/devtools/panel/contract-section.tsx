import { useState, useSyncExternalStore } from 'react'
import { maskViolation, toEvidence } from '../../../packages/contract/masking/mask'
import { SessionMask, type TimedExchange, writeHar } from '../../../packages/contract/masking/mask-session'
import type { ContractViolation } from '../../../packages/contract/validator/drift-classes'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { type Tone, toneIcon } from '../../ui/tone'
import { useTranslate } from '../messages'
import {
  groupViolations,
  isValidated,
  type ObservedExchange,
  observedExchanges,
  type Violation,
} from '../observe/observed-exchanges'
import { whenIdle } from '../observe/start-validator'
import { ActionStatus, saveTextFile, useAction } from './action'

/** Contract violations of the responses so far. */
export function ContractSection() {
  const t = useTranslate()
  const observed = useSyncExternalStore(observedExchanges.subscribe, observedExchanges.list)
  const hasWorker = useSyncExternalStore(observedExchanges.subscribe, observedExchanges.hasWorker)
  const violations = groupViolations(observed)
  const validated = observed.filter(isValidated).length
  const failed = observed.filter(({ verdict }) => verdict === 'failed').length
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-sm">
          {t('contract.judged', { count: validated })}
          {', '}
          {t('contract.violations', { count: violations.length })}
        </p>
        <HarButton observed={observed} />
      </div>
      {!hasWorker && <p className="text-sm text-warning-text">{t('contract.noWorker')}</p>}
      {failed > 0 && <p className="text-sm text-warning-text">{t('contract.failed', { count: failed })}</p>}
      {violations.length === 0 ? (
        <p className="text-sm text-muted">
          {t(validated === 0 ? 'contract.nothingYet' : 'contract.allMatch')}
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {violations.map(violation => (
            <ViolationRow key={violation.key} violation={violation} />
          ))}
        </ul>
      )}
    </div>
  )
}

function HarButton({ observed }: { observed: readonly ObservedExchange[] }) {
  const t = useTranslate()
  const action = useAction()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="sm"
        isPending={action.isPending}
        disabledReason={observed.length === 0 ? t('contract.nothingYet') : ''}
        reasonPlacement="hidden"
        onClick={() =>
          action.run(async () => saveTextFile(await exportHar(observed), 'har'), t('contract.saved'))
        }
      >
        {t('contract.har')}
      </Button>
      <ActionStatus action={action} />
    </div>
  )
}

const tones: Record<ContractViolation['severity'], Tone> = {
  breaking: 'danger',
  degraded: 'warning',
  information: 'info',
}

/** A violation; expands to the response, advice and a curl command. */
function ViolationRow({ violation }: { violation: Violation }) {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const { judgement, title, count } = violation
  const { severity, driftId, operationId, place, isAssumed } = judgement
  const Icon = toneIcon[tones[severity]]
  return (
    <li className="rounded-card border border-line bg-surface px-3 py-2 text-sm">
      <details onToggle={event => setIsOpen(event.currentTarget.open)}>
        <summary className="py-0">
          <Badge tone={tones[severity]} icon={<Icon />}>
            {t(`contract.${severity}`)}
          </Badge>{' '}
          <span lang="en" className="wrap-anywhere">
            <span className="font-mono">{driftId}</span> {title}
            {' · '}
            <span className="font-mono">{[operationId, place].filter(Boolean).join(' · ')}</span>
          </span>
          {' · '}
          {t('contract.times', { count })}
          {isAssumed && ` · ${t('contract.assumed')}`}
        </summary>
        {isOpen && <Evidence violation={violation} />}
      </details>
    </li>
  )
}

/** Masked when opened, because masking is slower than validating. */
function Evidence({ violation: { judgement, advice, exchange, exchangeId } }: { violation: Violation }) {
  const t = useTranslate()
  const { what } = maskViolation(judgement, [], exchange)
  const { curl, excerpt } = toEvidence(exchange, '', judgement.pointer)
  const box = 'rounded-control bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere'
  return (
    <div className="mt-2 flex flex-col gap-2">
      <p lang="en">{what}</p>
      <p lang="en" className="text-muted">
        {advice}
      </p>
      {excerpt !== undefined && (
        <div>
          <p className="text-xs text-muted">{t('contract.excerpt', { number: exchangeId })}</p>
          <pre className={box}>{excerpt}</pre>
        </div>
      )}
      <div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-xs text-muted">{t('contract.curl')}</p>
          <CopyButton text={curl} label={t('contract.copy')} copiedLabel={t('contract.copied')} />
        </div>
        <pre className={box}>{curl}</pre>
      </div>
    </div>
  )
}

/**
 * Exports a HAR for `npm run contract:drift -- --har FILE`, without secrets and personal names. Masking is slow, so it runs in
 * idle callbacks.
 */
const exportHar = async (observed: readonly ObservedExchange[]): Promise<string> => {
  const { contract } = await import('../observe/validate')
  const session = new SessionMask(contract.document)
  for (const { exchange } of observed) {
    await waitForIdle()
    session.learn(exchange)
  }
  const masked: TimedExchange[] = []
  for (const { exchange, at } of observed) {
    await waitForIdle()
    masked.push({ exchange: session.mask(exchange), at })
  }
  return writeHar(masked)
}

const waitForIdle = () => new Promise<void>(resolve => whenIdle(resolve))
