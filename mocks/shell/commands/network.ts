import type { NeighbourSeed, PortSeed } from '../seed'
import type { Call, Command } from '../shell'
import { readOptions } from './inputs'

/** Hosts of the lab's network, including this one. */
function getHosts({ shell: { host } }: Call): NeighbourSeed[] {
  const { seed } = host
  const own = {
    address: seed.address,
    names: [seed.host, 'localhost', '127.0.0.1'],
    ports: ownPorts(seed.listening),
  }
  return [own, ...(seed.network ?? [])]
}

const ownPorts = (listening: readonly PortSeed[] = []): PortSeed[] =>
  listening.some(({ port }) => port === 22)
    ? [...listening]
    : [{ port: 22, service: 'ssh', version: 'OpenSSH 10.0p2' }, ...listening]

const findHost = (call: Call, name: string) =>
  getHosts(call).find(({ address, names }) => address === name || names?.includes(name))

export const ping: Command = call => {
  const options = readOptions(call, { flags: '46nq', values: 'cWi' })
  if (!options) return 2
  const [name] = options.rest
  if (name === undefined) return call.fail('usage error: Destination address required')
  const host = findHost(call, name)
  const isAddress = /^\d+(?:\.\d+){3}$/.test(name)
  if (!host && !isAddress) return call.fail(`${name}: Name or service not known`, 2)
  const count = Math.min(Math.max(Number(options.value('c') ?? 4) || 4, 1), 10)
  const address = host?.address ?? name
  call.print(`PING ${name} (${address}) 56(84) bytes of data.\n`)
  for (let number = 1; host && number <= count; number++) {
    call.print(`64 bytes from ${address}: icmp_seq=${number} ttl=64 time=0.${30 + number * 7} ms\n`)
  }
  const [got, lost] = host ? [count, 0] : [0, 100]
  call.print(`\n--- ${name} ping statistics ---\n`)
  call.print(
    `${count} packets transmitted, ${got} received, ${lost}% packet loss, time ${(count - 1) * 1000}ms\n`,
  )
  return host ? 0 : 1
}

/** Ports that `nmap` scans: well-known ones, or those of `-p`. */
function wantedPorts(list: string | undefined): (port: number) => boolean {
  if (list === undefined) return port => port <= 10_000
  if (list === '-') return () => true
  const ranges = list.split(',').map(part => part.split('-').map(Number))
  return port => ranges.some(([from = 0, to = from]) => port >= from && port <= to)
}

/** Whether a target of `nmap` (an address, a name or a network such as `198.51.100.0/28`) includes the host. */
function matchesTarget(target: string, { address, names }: NeighbourSeed): boolean {
  if (target === address || names?.includes(target)) return true
  const [network = '', bits] = target.split('/')
  if (bits === undefined) return false
  const number = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const size = 2 ** (32 - Number(bits))
  return Math.floor(number(network) / size) === Math.floor(number(address) / size)
}

export const nmap: Command = call => {
  const targets: string[] = []
  let list: string | undefined
  const queue = [...call.args]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '-p') list = queue.shift()
    else if (word === '--min-rate' || word === '--max-retries' || word === '-oN') queue.shift()
    else if (word.startsWith('-p')) list = word.slice(2)
    else if (!word.startsWith('-')) targets.push(word)
  }
  if (targets.length === 0)
    return call.print(
      'Nmap 7.95 ( https://nmap.org )\nUsage: nmap [Scan Type(s)] [Options] {target specification}\n',
      255,
    )
  call.print('Starting Nmap 7.95 ( https://nmap.org )\n')
  const found = getHosts(call).filter(host => targets.some(target => matchesTarget(target, host)))
  const isPing = call.args.includes('-sn')
  const hasVersions = call.args.some(word => word === '-sV' || word === '-A' || word === '-sCV')
  for (const host of found) {
    const [name] = host.names ?? []
    call.print(
      `Nmap scan report for ${name ? `${name} (${host.address})` : host.address}\nHost is up (0.00042s latency).\n`,
    )
    if (!isPing) printPorts(call, host, wantedPorts(list), hasVersions)
    else call.print('\n')
  }
  const scanned = targets.reduce(
    (sum, target) => sum + (target.includes('/') ? 2 ** (32 - Number(target.split('/')[1])) : 1),
    0,
  )
  return call.print(
    `Nmap done: ${scanned} IP address${scanned === 1 ? '' : 'es'} (${found.length} host${found.length === 1 ? '' : 's'} up) scanned\n`,
  )
}

function printPorts(
  call: Call,
  { ports }: NeighbourSeed,
  isWanted: (port: number) => boolean,
  hasVersions: boolean,
): void {
  const open = ports.filter(({ port }) => isWanted(port))
  if (open.length === 0) {
    call.print('All scanned ports are in ignored states.\n\n')
    return
  }
  call.print(
    `Not shown: closed tcp ports (reset)\n${'PORT'.padEnd(10)} STATE ${'SERVICE'.padEnd(12)}${hasVersions ? ' VERSION' : ''}\n`,
  )
  for (const { port, service, version } of open) {
    const row = `${`${port}/tcp`.padEnd(10)} open  ${service.padEnd(12)}${hasVersions ? ` ${version ?? ''}` : ''}`
    call.print(`${row.trimEnd()}\n`)
  }
  call.print('\n')
}

export const curl: Command = call => {
  const options = readOptions(call, {
    flags: 'sSikvLfI',
    values: 'XHdAobum',
    long: { silent: 's', include: 'i', head: 'I' },
  })
  if (!options) return 2
  const [given] = options.rest
  if (given === undefined)
    return call.print("curl: try 'curl --help' or 'curl --manual' for more information\n", 2)
  const complain = (status: number, text: string) => {
    if (!options.has('s')) call.warn(`(${status}) ${text}`)
    return status
  }
  const [, scheme = 'http', name = '', digits, path = '/'] =
    /^(?:([a-z]+):\/\/)?([^/:?#]+)(?::(\d+))?([/?][^#]*)?/i.exec(given) ?? []
  if (scheme !== 'http')
    return complain(scheme === 'https' ? 35 : 1, `Protocol "${scheme}" not supported by this host`)
  const host = findHost(call, name)
  if (!host && !/^\d+(?:\.\d+){3}$/.test(name)) return complain(6, `Could not resolve host: ${name}`)
  const number = Number(digits ?? 80)
  const port = host?.ports.find(one => one.port === number)
  if (!port)
    return complain(7, `Failed to connect to ${name} port ${number} after 2 ms: Could not connect to server`)
  if (!port.pages) {
    if (!port.banner) return complain(52, 'Empty reply from server')
    return complain(1, 'Received HTTP/0.9 when not allowed')
  }
  printResponse(call, port.pages[path.replace(/\?.*$/, '')] ?? port.pages[path], options)
  return 0
}

function printResponse(call: Call, page: string | undefined, options: { has(flag: string): boolean }): void {
  const body = page === undefined ? '404 page not found\n' : call.shell.host.fill(page)
  const type = body.startsWith('{') ? 'application/json' : body.startsWith('<') ? 'text/html' : 'text/plain'
  if (options.has('i') || options.has('I') || options.has('v')) {
    call.print(
      `HTTP/1.1 ${page === undefined ? '404 Not Found' : '200 OK'}\nServer: nginx/1.26.3\nContent-Type: ${type}; charset=utf-8\n\n`,
    )
  }
  if (!options.has('I') && !options.has('o')) call.print(body)
}

/** `nc` only shows the service's banner. */
export const nc: Command = call => {
  const [name, digits] = call.args.filter(word => !word.startsWith('-'))
  if (name === undefined || digits === undefined)
    return call.print('usage: nc [-nvz] [-w timeout] destination port\n', 1)
  const port = findHost(call, name)?.ports.find(one => one.port === Number(digits))
  if (!port) return call.fail(`connect to ${name} port ${digits} (tcp) failed: Connection refused`)
  if (call.args.some(word => /^-\w*v/.test(word)))
    call.warn(`Connection to ${name} ${digits} port [tcp/${port.service}] succeeded!`)
  if (!call.args.some(word => /^-\w*z/.test(word))) call.print(call.shell.host.fill(port.banner ?? ''))
  return 0
}

export const ss: Command = call => {
  const { seed } = call.shell.host
  call.print('Netid State  Recv-Q Send-Q Local Address:Port  Peer Address:Port\n')
  for (const { port } of ownPorts(seed.listening)) {
    call.print(`tcp   LISTEN 0      128    ${`0.0.0.0:${port}`.padEnd(19)} 0.0.0.0:*\n`)
  }
  return 0
}

export const ip: Command = call => {
  const { address } = call.shell.host.seed
  const [what = ''] = call.args.filter(word => !word.startsWith('-'))
  const network = address.replace(/\d+$/, '0')
  if (call.name === 'ifconfig' || /^a(?:d|dd|ddr|ddress)?$/.test(what)) {
    call.print(`1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 state UNKNOWN\n    inet 127.0.0.1/8 scope host lo\n`)
    return call.print(
      `2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP\n    inet ${address}/24 scope global eth0\n`,
    )
  }
  if (/^r(?:oute)?$/.test(what))
    call.print(`default via ${network.replace(/0$/, '1')} dev eth0\n${network}/24 dev eth0 src ${address}\n`)
  else call.print('Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }\nwhere  OBJECT := { address | route }\n')
  return what === '' || /^r/.test(what) ? 0 : 255
}

export const dig: Command = call => {
  const { zone } = call.shell.host.seed
  const server = call.args.find(word => word.startsWith('@'))?.slice(1)
  const names = call.args.filter(word => !/^[@+-]/.test(word))
  const type = names.find(word => /^(?:NS|A|TXT|SOA|AXFR|MX)$/i.test(word))?.toUpperCase() ?? 'A'
  const name = names.find(word => word.includes('.'))?.replace(/\.$/, '')
  if (!zone || name !== zone.name) {
    return call.print(`; <<>> DiG 9.20 <<>> ${call.args.join(' ')}\n;; status: NXDOMAIN\n`)
  }
  if (type === 'NS') {
    for (const one of Object.keys(zone.servers)) {
      call.print(call.args.includes('+short') ? `${one}.\n` : `${zone.name}.\t3600\tIN\tNS\t${one}.\n`)
    }
    return 0
  }
  if (type !== 'AXFR')
    return call.print(
      `${zone.name}.\t3600\tIN\tSOA\t${Object.keys(zone.servers)[0]}. admin.${zone.name}. 2026 7200 900 1209600 300\n`,
    )
  const records = server === undefined ? undefined : zone.servers[server.replace(/\.$/, '')]
  call.print(records ? call.shell.host.fill(records) : '; Transfer failed.\n')
  return records ? 0 : 9
}

export const snmpwalk: Command = call => {
  const { snmp = {} } = call.shell.host.seed
  const [name, branch = '1.3.6.1.2.1'] = call.args.filter(
    (word, at) => !word.startsWith('-') && !/^-[cv]$/.test(call.args[at - 1] ?? ''),
  )
  const community = call.args[call.args.indexOf('-c') + 1]
  if (name === undefined || !findHost(call, name) || community !== 'public')
    return call.print(
      name === undefined ? 'No hostname specified.\n' : `Timeout: No Response from ${name}\n`,
      1,
    )
  const wanted = branch.replace(/^\./, '')
  const lines = Object.entries(snmp).filter(([oid]) => `${oid}.`.startsWith(`${wanted}.`))
  for (const [oid, value] of lines)
    call.print(`iso.${oid.replace(/^1\./, '')} = STRING: "${call.shell.host.fill(value)}"\n`)
  if (lines.length === 0)
    call.print(`iso.${wanted.replace(/^1\./, '')} = No Such Object available on this agent at this OID\n`)
  return 0
}
