import { Badge } from '../ui/badge'
import { useControls, usePlatformState } from './controls'
import { useTranslate } from './messages'
import { getStartLabel } from './start-label'
import { VirtualTime } from './virtual-time'

/** User, initial database, clock and active faults. */
export function PlatformStatus() {
  const t = useTranslate()
  const { personas } = useControls()
  const { username, start, scenario, speed, faults, network, chaos } = usePlatformState()
  const name = personas.find(one => one.username === username)?.name ?? username
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 lg:flex-1 lg:flex-nowrap">
      <span className="min-w-0 shrink-99 truncate text-muted max-lg:hidden">{name ?? t('user.none')}</span>
      <span className="min-w-0 shrink-99 truncate text-muted max-lg:hidden">
        {getStartLabel(start ?? scenario, t)}
      </span>
      <span className="shrink-0 text-muted tabular-nums max-sm:hidden">
        <VirtualTime /> {speed === 0 ? t('clock.paused') : `×${speed}`}
      </span>
      {network !== 'online' && <Warning text={t(`network.${network}`)} />}
      {chaos && (
        <Warning text={t('chaos.badge', { percent: Math.round(chaos.share * 100), seed: chaos.seed })} />
      )}
      {faults.length > 0 && <Warning text={t('toolbar.faults', { count: faults.length })} />}
    </div>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <Badge tone="warning" className="min-w-0">
      {text}
    </Badge>
  )
}
