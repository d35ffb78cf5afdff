import type { CategorySeed } from '../types'
import { deletedDatabase } from './systems/deleted-database'
import { firstLogin } from './systems/first-login'
import { packetCapture } from './systems/packet-capture'
import { setuidWrapper } from './systems/setuid-wrapper'

export const systems: CategorySeed = {
  id: 23,
  name: 'Systems and forensics',
  tasks: [firstLogin, setuidWrapper, packetCapture, deletedDatabase],
}
