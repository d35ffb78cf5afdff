import type { DriftId } from '../../scripts/lib/validator/drift-classes'

/**
 * Classes whose operators were written after the detector was frozen, by another author: their first score
 * shows how the check does on drift it was not tuned for. `first-run.json` keeps that score.
 */
export const heldOutServerDrifts: readonly DriftId[] = [
  'DR06',
  'DR12',
  'DR18',
  'DR20',
  'DR22',
  'DR26',
  'DR30',
  'DR31',
  'DR36',
  'DR39',
  'DR41',
  'DR44',
  'DR48',
  'DR50',
  'DR52',
  'DR54',
  'DR56',
  'DR60',
  'DR61',
  'DR63',
  'DR65',
]

export const heldOutDocumentDrifts: readonly DriftId[] = [
  'DR06',
  'DR09',
  'DR12',
  'DR18',
  'DR22',
  'DR26',
  'DR30',
  'DR31',
  'DR33',
  'DR36',
  'DR39',
  'DR41',
  'DR51',
  'DR54',
]
