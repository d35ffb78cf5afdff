import type { CategorySeed } from '../types'
import { packedLunch } from './reversing/packed-lunch'
import { passwordPlease } from './reversing/password-please'
import { timeLock } from './reversing/time-lock'

export const reversing: CategorySeed = {
  id: 24,
  name: 'Reverse engineering',
  tasks: [passwordPlease, timeLock, packedLunch],
}
