import { correction, generate } from 'lean-qr'
import { useMemo } from 'react'
import { cx } from './cx'

/** Readers need a light margin of four modules. */
const QUIET_MODULES = 4

interface QrCodeProps {
  text: string
  label: string
  className?: string
}

/** Dark on light in both themes, as many readers require. */
export const QrCode = ({ text, label, className }: QrCodeProps) => {
  const { size, path } = useMemo(() => {
    const bitmap = generate(text, { minCorrectionLevel: correction.M })
    const dark: string[] = []
    for (let y = 0; y < bitmap.size; y++)
      for (let x = 0; x < bitmap.size; x++) if (bitmap.get(x, y)) dark.push(`M${x} ${y}h1v1h-1z`)
    return { size: bitmap.size, path: dark.join('') }
  }, [text])
  const box = size + 2 * QUIET_MODULES
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${box} ${box}`}
      shapeRendering="crispEdges"
      className={cx('w-full rounded-control', className)}
    >
      <rect x={-QUIET_MODULES} y={-QUIET_MODULES} width={box} height={box} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
