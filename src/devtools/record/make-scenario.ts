import { makeRecording, type Recording } from '../../../mocks/recordings/make-recording'
import { contract } from '../observe/contract'
import type { RecorderState } from './recorder'

/** The scenario of what was recorded. Comes with the contract, so it is loaded when somebody has recorded something. */
export const makeScenario = ({ exchanges, before, startedAt }: RecorderState, name: string): Recording =>
  makeRecording(contract, exchanges, { name, at: startedAt, before })
