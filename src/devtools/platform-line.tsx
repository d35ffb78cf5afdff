import { Badge } from '../ui/badge'
import { useControls, usePlatform } from './controls'
import { nameStart } from './name-start'
import { VirtualTime } from './virtual-time'
import { useWords } from './words'

/** Who looks, how the database began, what time it is there, and what is made to go wrong. */
export function PlatformLine() {
  const t = useWords()
  const { personas } = useControls()
  const { person, start, scenario, speed, faults, network, chaos } = usePlatform()
  const name = personas.find(({ username }) => username === person)?.name ?? person
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 lg:flex-1 lg:flex-nowrap">
      <span className="min-w-0 shrink-99 truncate text-muted max-lg:hidden">
        {name ?? t('person.nobody')}
      </span>
      <span className="min-w-0 shrink-99 truncate text-muted max-lg:hidden">
        {nameStart(start ?? scenario, t)}
      </span>
      <span className="shrink-0 text-muted tabular-nums max-sm:hidden">
        <VirtualTime /> {speed === 0 ? t('clock.paused') : `×${speed}`}
      </span>
      {network !== 'online' && <Warning text={t(`network.${network}`)} />}
      {chaos && (
        <Warning text={t('chaos.badge', { percent: Math.round(chaos.share * 100), seed: chaos.seed })} />
      )}
      {faults.length > 0 && <Warning text={t('strip.faults', { count: faults.length })} />}
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
