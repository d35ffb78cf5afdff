import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/button'
import { Outcome } from '../deck/outcome'
import { useAction } from '../deck/use-action'
import { isJudged, type ObservedExchange, observedExchanges } from '../observe/observed-exchanges'
import { saveTextFile } from '../save-text-file'
import { useWords } from '../words'
import { exportHar } from './export-har'
import { groupViolations } from './group-violations'
import { ViolationRow } from './violation-row'

/** What the answers of this page have shown of a server that leaves the contract; needs no props. */
export function ContractPanel() {
  const t = useWords()
  const observed = useSyncExternalStore(observedExchanges.subscribe, observedExchanges.list)
  const hasWorker = useSyncExternalStore(observedExchanges.subscribe, observedExchanges.hasWorker)
  const violations = groupViolations(observed)
  const judged = observed.filter(isJudged).length
  const failed = observed.filter(({ verdict }) => verdict === 'failed').length
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-sm">
          {t('contract.judged', { count: judged })}
          {', '}
          {t('contract.violations', { count: violations.length })}
        </p>
        <HarButton observed={observed} />
      </div>
      {!hasWorker && <p className="text-sm text-warning-text">{t('contract.noWorker')}</p>}
      {failed > 0 && <p className="text-sm text-warning-text">{t('contract.failed', { count: failed })}</p>}
      {violations.length === 0 ? (
        <p className="text-sm text-muted">{t(judged === 0 ? 'contract.nothingYet' : 'contract.kept')}</p>
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
  const t = useWords()
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
      <Outcome action={action} />
    </div>
  )
}
