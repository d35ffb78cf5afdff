import type { CategorySeed } from '../types'
import { defaultCommunity } from './network/default-community'
import { icmpTunnel } from './network/icmp-tunnel'
import { portScan } from './network/port-scan'
import { wirelessHandshake } from './network/wireless-handshake'
import { zoneTransfer } from './network/zone-transfer'

export const network: CategorySeed = {
  id: 15,
  name: 'Сети',
  tasks: [portScan, zoneTransfer, wirelessHandshake, defaultCommunity, icmpTunnel],
}
