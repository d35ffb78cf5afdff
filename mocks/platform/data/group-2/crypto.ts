import type { CategorySeed } from '../types'
import { broadcastAttack } from './crypto/broadcast-attack'
import { repeatedNonce } from './crypto/repeated-nonce'
import { twoTimePad } from './crypto/two-time-pad'

export const crypto: CategorySeed = {
  id: 22,
  name: 'Cryptography',
  tasks: [twoTimePad, broadcastAttack, repeatedNonce],
}
