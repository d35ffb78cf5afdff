import { useSyncExternalStore } from 'react'
import { Badge } from '../ui/badge'
import { observedExchanges } from './observe/observed-exchanges'
import { groupViolations } from './overlay/group-violations'
import { useWords } from './words'

/** In how many ways the answers of this page have left the contract; pressed, it shows them. */
export function Violations({ onShow }: { onShow: () => void }) {
  const t = useWords()
  const list = useSyncExternalStore(observedExchanges.subscribe, observedExchanges.list)
  const { length: count } = groupViolations(list)
  if (count === 0) return <span className="text-muted max-lg:hidden">{t('violations.none')}</span>
  return (
    <button type="button" onClick={onShow} className="flex min-h-8 items-center pointer-coarse:min-h-control">
      <Badge tone="danger" isSolid>
        {t('violations', { count })}
      </Badge>
    </button>
  )
}
