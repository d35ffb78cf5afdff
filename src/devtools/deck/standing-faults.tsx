import { useId } from 'react'
import type { StandingFault } from '../../../mocks/control/mock-controls'
import { Button } from '../../ui/button'
import { useLanguage, useWords } from '../words'
import { nameFault } from './name-fault'

type StandingFaultsProps = {
  faults: readonly StandingFault[]
  onRemove: (id: number) => void
  onClear: () => void
}

/** The faults that wait for their calls, in the order in which they will be met. */
export function StandingFaults({ faults, onRemove, onClear }: StandingFaultsProps) {
  const t = useWords()
  const language = useLanguage()
  const title = useId()
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2">
      <h2 id={title} className="text-sm font-semibold">
        {t('fault.standing')}
      </h2>
      {faults.length === 0 && <p className="text-sm text-muted">{t('fault.none')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {faults.map(({ id, operationId, fault, left }) => {
          const name = nameFault(fault, t, language)
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1 text-sm">
              <span className="min-w-0">
                <code className="font-medium">{operationId}</code> {name}
                <span className="text-muted">
                  {' · '}
                  {left === null ? t('fault.always') : t('fault.left', { count: left })}
                </span>
              </span>
              <Button
                size="sm"
                variant="quiet"
                aria-label={t('fault.remove', { name: `${operationId} ${name}` })}
                onClick={() => onRemove(id)}
              >
                {t('fault.removeShort')}
              </Button>
            </li>
          )
        })}
      </ul>
      {faults.length > 1 && (
        <Button size="sm" onClick={onClear} className="self-start">
          {t('fault.clear')}
        </Button>
      )}
    </section>
  )
}
