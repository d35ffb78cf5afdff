import { useEffect, useRef, useState } from 'react'
import { formatSecond, formatShortDate } from '../lib/format'
import { Badge } from '../ui/badge'
import { useControls, usePlatformState } from './controls'
import { getStartLabel, useLanguage, useTranslate } from './messages'

const wholeSecond = (milliseconds: number): number => Math.floor(milliseconds / 1000) * 1000

/** The time of the platform. Updated by animation frames, because the application's timers use this clock. */
export function VirtualTime({ className }: { className?: string }) {
  const controls = useControls()
  const language = useLanguage()
  const platform = usePlatformState()
  const [now, setNow] = useState(() => wholeSecond(controls.now()))
  const element = useRef<HTMLTimeElement>(null)
  useEffect(() => {
    setNow(wholeSecond(controls.now()))
    const view = element.current?.ownerDocument.defaultView
    if (!view || platform.speed === 0) return
    const tick = () => {
      setNow(wholeSecond(controls.now()))
      frame = view.requestAnimationFrame(tick)
    }
    let frame = view.requestAnimationFrame(tick)
    return () => view.cancelAnimationFrame(frame)
  }, [controls, platform])
  return (
    <time ref={element} dateTime={new Date(now).toISOString()} className={className}>
      {formatShortDate(now, language)} {formatSecond(now, language)}
    </time>
  )
}

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
