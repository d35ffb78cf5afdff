import { useEffect, useRef, useState } from 'react'
import { formatSecond, formatShortDate } from '../lib/format'
import { useControls, usePlatformState } from './controls'
import { useLanguage } from './messages'

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
