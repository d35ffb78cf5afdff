import { useSyncExternalStore } from 'react'
import { Badge } from '../ui/badge'
import { observedExchanges } from './observe/observed-exchanges'
import { useWords } from './words'

/** How many answers of this page were not what the contract says. */
export function Violations() {
  const t = useWords()
  const list = useSyncExternalStore(observedExchanges.subscribe, observedExchanges.list)
  const count = list.filter(({ verdict }) => verdict !== 'waiting' && verdict.length > 0).length
  if (count === 0) return <span className="text-muted max-lg:hidden">{t('violations.none')}</span>
  return (
    <Badge tone="danger" isSolid>
      {t('violations', { count })}
    </Badge>
  )
}
