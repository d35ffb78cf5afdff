import type { Operator } from './mutant'
import { accessOperators } from './operators/access'
import { behaviourOperators } from './operators/behaviour'
import { bodyOperators } from './operators/bodies'
import { crossOriginOperators } from './operators/cross-origin'
import { errorOperators } from './operators/errors'
import { fieldOperators } from './operators/fields'
import { leniencyOperators } from './operators/leniency'
import { limitOperators } from './operators/limits'
import { questionOperators } from './operators/questions'
import { routeOperators } from './operators/routes'
import { shapeOperators } from './operators/shapes'
import { valueOperators } from './operators/values'

/** Every way to drift that is written down so far, in the order of the catalogue. */
export const operators: readonly Operator[] = [
  ...routeOperators,
  ...questionOperators,
  ...limitOperators,
  ...leniencyOperators,
  ...fieldOperators,
  ...valueOperators,
  ...shapeOperators,
  ...bodyOperators,
  ...errorOperators,
  ...accessOperators,
  ...behaviourOperators,
  ...crossOriginOperators,
].sort((a, b) => (a.driftId < b.driftId ? -1 : 1))
