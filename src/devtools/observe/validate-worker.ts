import { validateSafely } from './start-validator'
import { type ValidationRequest, validate } from './validate'

/** Validates in a worker, because a leaderboard of ten thousand rows would block the page. */
addEventListener('message', ({ data }: MessageEvent<ValidationRequest>) =>
  postMessage(validateSafely(validate, data)),
)
