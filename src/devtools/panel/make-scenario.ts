import { makeRecording, type Recording } from '../../../mocks/recordings/make-recording'
import { contract } from '../observe/contract'
import type { RecorderState } from './recorder'

/** Loaded on demand, because it includes the contract. */
export const makeScenario = ({ exchanges, before, startedAt }: RecorderState, name: string): Recording =>
  makeRecording(contract, exchanges, { name, at: startedAt, before })
