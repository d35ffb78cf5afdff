import { Badge } from '../ui/badge'
import { useControls, usePlatform } from './controls'
import { nameStart } from './name-start'
import { VirtualTime } from './virtual-time'
import { useWords } from './words'

/** Who looks, how the world began, what time it is there, and what is made to go wrong. */
export function PlatformLine() {
  const t = useWords()
  const { personas } = useControls()
  const { person, start, scenario, speed, faults, network, chaos } = usePlatform()
  const name = personas.find(({ username }) => username === person)?.name ?? person
  return (
    <>
      <span className="text-muted max-md:hidden">{name ?? t('person.nobody')}</span>
      <span className="max-w-sm truncate text-muted max-md:hidden">{nameStart(start ?? scenario, t)}</span>
      <span className="text-muted tabular-nums max-sm:hidden">
        <VirtualTime /> {speed === 0 ? t('clock.paused') : `×${speed}`}
      </span>
      {network !== 'online' && <Badge tone="warning">{t(`network.${network}`)}</Badge>}
      {chaos && (
        <Badge tone="warning">
          {t('chaos.badge', { percent: Math.round(chaos.share * 100), seed: chaos.seed })}
        </Badge>
      )}
      {faults.length > 0 && <Badge tone="warning">{t('strip.faults', { count: faults.length })}</Badge>}
    </>
  )
}
