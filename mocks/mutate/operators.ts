import type { Operator } from './mutant'
import { accessOperators } from './operators/access'
import { behaviourOperators } from './operators/behaviour'
import { bodyOperators } from './operators/bodies'
import { crossOriginOperators } from './operators/cross-origin'
import { errorOperators } from './operators/errors'
import { fieldOperators } from './operators/fields'
import { formatOperators } from './operators/formats'
import { formOperators } from './operators/forms'
import { leniencyOperators } from './operators/leniency'
import { limitOperators } from './operators/limits'
import { pathTypeOperators } from './operators/path-types'
import { requestOperators } from './operators/requests'
import { responseOperators } from './operators/responses'
import { routeOperators } from './operators/routes'
import { sessionOperators } from './operators/sessions'
import { shapeOperators } from './operators/shapes'
import { sparseValueOperators } from './operators/sparse-values'
import { trafficOperators } from './operators/traffic'
import { valueOperators } from './operators/values'

export const operators: readonly Operator[] = [
  ...routeOperators,
  ...requestOperators,
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
  ...pathTypeOperators,
  ...formOperators,
  ...sparseValueOperators,
  ...formatOperators,
  ...responseOperators,
  ...sessionOperators,
  ...trafficOperators,
].sort((a, b) => (a.driftId < b.driftId ? -1 : 1))
