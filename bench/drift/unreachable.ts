/**
 * Places that nobody comes to from outside of the simulated platform in its usual scenario, by the beginning of what
 * stands behind the class in a mutant's id, and why. Everything else that the plan does not come to is a miss.
 */
const closed: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^stopLab:200:\/(?:endpoints\/\*|started_at|expires_at|extend_from)/, 'a lab that is off tells none'],
  [/^getSharedProfile:200:\/share_link/, 'the link is told to its owner alone'],
  [/^startAttempt:200:.*\/disabled_reason/, 'no task of an exam is disabled'],
  [
    /^(?:startLab|stopLab|checkPayment|downloadFromLms|uploadToLms):500/,
    'no question makes the platform fail',
  ],
  [/^submitFlags:500:common/, 'no question makes the platform fail'],
  [/^\w+:503/, 'its mail always works'],
  [/^\w+:409:(?:lms disabled|lms course not found)/, 'its LMS always works'],
  [/^\w+:422:common/, 'what it refuses by itself comes as a list'],
]

/** Why no question can show this mutant; undefined where one could. */
export function whyUnreachable(id: string): string | undefined {
  const place = id.slice(id.indexOf(':') + 1)
  return closed.find(([pattern]) => pattern.test(place))?.[1]
}
