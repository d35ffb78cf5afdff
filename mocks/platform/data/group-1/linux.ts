import type { CategorySeed } from '../types'
import { capabilities } from './linux/capabilities'
import { lookAround } from './linux/look-around'
import { pivot } from './linux/pivot'
import { scheduledJob } from './linux/scheduled-job'
import { setuidHelper } from './linux/setuid-helper'
import { sudoRules } from './linux/sudo-rules'

export const linux: CategorySeed = {
  id: 16,
  name: 'Linux и постэксплуатация',
  tasks: [lookAround, sudoRules, setuidHelper, scheduledJob, pivot, capabilities],
}
