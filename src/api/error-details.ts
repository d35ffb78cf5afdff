import type { ErrorDetail } from './schema.gen'

/** As a `Record`, so that a missing or extra detail is a type error. */
const details: Record<ErrorDetail, true> = {
  'Username already registered': true,
  'User already registered': true,
  'email not verified': true,
  'email already verified': true,
  'previous password is not valid': true,
  'Password must be at least 8 characters': true,
  'Passwords do not match': true,
  'failed to send email': true,
  'Invalid token': true,
  'Group with this invite code not found': true,
  'Username can contain letters, numbers, underscores and hyphens': true,
  'Incorrect username or password': true,
  'Invalid refresh token': true,
  'No token provided': true,
  'user not exists': true,
  'You dont have access to this task': true,
  'Task not found': true,
  'Task for status check not found': true,
  'record to undeploy not found': true,
  'Task is not found in database': true,
  'Task has not flag': true,
  'email is not verified, we sent you a link to email for verification': true,
  'no started attempt exists': true,
  'you already have active attempt': true,
  'group is not exam': true,
  'tasks already exist in current attempt': true,
  'you dont have access to this group': true,
  flag_server_error: true,
  'Training in this group will begin later': true,
  'Training in this group has already ended': true,
  'group has no mnemonic code': true,
  common: true,
  'another lab is running': true,
  'attempt not found': true,
  'attempt requires payment or admission': true,
  'file is too large': true,
  'leaderboard is hidden': true,
  'lms course not found': true,
  'lms disabled': true,
  'profile is private': true,
  'terminal host not ready': true,
  'too many attempts': true,
  'writeup is available after solving': true,
}

const knownDetails: ReadonlySet<unknown> = new Set(Object.keys(details))

/** Whether the contract lists this `detail`; others have no message of their own. */
export const isErrorDetail = (detail: unknown): detail is ErrorDetail => knownDetails.has(detail)
