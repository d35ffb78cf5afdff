import type { Db, UserRow } from './db'
import { digest } from './digest'

/** A personal VPN configuration with fake keys. */
export function createVpnConfig(db: Db, user: UserRow): string {
  const key = digest(256, db.seed, 'vpn', user.id).replaceAll(/.{64}/g, '$&\n')
  return `# Flagship, personal configuration of user ${user.id}
client
dev tun
proto udp
remote vpn.flagship.example 1194
resolv-retry infinite
nobind
persist-key
persist-tun
remote-cert-tls server
verb 3
<tls-auth>
-----BEGIN OpenVPN Static key V1-----
${key}-----END OpenVPN Static key V1-----
</tls-auth>
`
}
