import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Leaves what a test or a measurement has counted for `npm run report:reliability`: as `NAME.json` in the folder of the
 * environment variable FLAGSHIP_FIGURES; where it is not set, nothing is written. The last one of a name counts. Node only;
 * the name is a file name: `bad-inputs.address`, `soak`.
 */
export function writeFigure(name: string, figure: Record<string, unknown>): void {
  const folder = process.env.FLAGSHIP_FIGURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(figure, undefined, 2)}\n`)
}
