import { useState } from 'react'
import type { Judgement } from '../../../scripts/lib/judge/judgement'
import { evidenceOf, maskJudgement } from '../../../scripts/lib/masking/mask'
import { Badge } from '../../ui/badge'
import { CopyButton } from '../../ui/copy-button'
import { type Tone, toneIcon } from '../../ui/tone'
import { useWords } from '../words'
import type { Violation } from './group-violations'

const toneOf: Record<Judgement['severity'], Tone> = {
  breaking: 'danger',
  degraded: 'warning',
  information: 'info',
}

/** One violation; opened, it shows what came, what to do, and how to ask the same again. */
export function ViolationRow({ violation }: { violation: Violation }) {
  const t = useWords()
  const [isOpen, setIsOpen] = useState(false)
  const { judgement, title, count } = violation
  const { severity, driftId, operationId, place, isAssumed } = judgement
  const Icon = toneIcon[toneOf[severity]]
  return (
    <li className="rounded-card border border-line bg-surface px-3 py-2 text-sm">
      <details onToggle={event => setIsOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer">
          <Badge tone={toneOf[severity]} icon={<Icon />}>
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

/** Masked only when it is looked at: to mask a long answer takes longer than to judge it. */
function Evidence({ violation: { judgement, advice, exchange, exchangeId } }: { violation: Violation }) {
  const t = useWords()
  const { what } = maskJudgement(judgement, [], exchange)
  const { curl, excerpt } = evidenceOf(exchange, '', judgement.pointer)
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
