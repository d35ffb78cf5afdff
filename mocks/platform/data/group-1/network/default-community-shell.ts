import { md } from '../../markdown'
import type { ShellSeed } from '../../shell-types'

const names = '1.3.6.1.2.1.25.4.2.1.2'
const paths = '1.3.6.1.2.1.25.4.2.1.4'
const words = '1.3.6.1.2.1.25.4.2.1.5'

/** A machine that asks a server over SNMP: task 133. */
export const defaultCommunityShell: ShellSeed = {
  host: 'duty',
  address: '198.51.100.12',
  welcome: md`
    duty · машина дежурного. Сервер копий — 198.51.100.20. Команды: help. Shift+Tab выводит из терминала.
  `,
  files: { '/home/student/hosts.txt': '198.51.100.20  backup01  (snmp)\n' },
  network: [
    {
      address: '198.51.100.20',
      names: ['backup01'],
      ports: [{ port: 22, service: 'ssh', version: 'OpenSSH 9.2p1' }],
    },
  ],
  snmp: {
    '1.3.6.1.2.1.1.1.0': 'Linux backup01 6.1.0-25-amd64',
    '1.3.6.1.2.1.1.4.0': 'duty@office.test',
    '1.3.6.1.2.1.1.5.0': 'backup01',
    '1.3.6.1.2.1.1.6.0': 'Серверная, стойка 2',
    '1.3.6.1.2.1.2.2.1.2.1': 'lo',
    '1.3.6.1.2.1.2.2.1.2.2': 'eth0',
    [`${names}.1`]: 'systemd',
    [`${names}.388`]: 'snmpd',
    [`${names}.902`]: 'copy-all',
    [`${paths}.1`]: '/sbin/init',
    [`${paths}.388`]: '/usr/sbin/snmpd',
    [`${paths}.902`]: '/opt/copy/copy-all',
    [`${words}.388`]: '-LOw -u Debian-snmp -f',
    [`${words}.902`]: '--to /mnt/copies --password {{flag:1331}}',
    '1.3.6.1.2.1.25.6.3.1.2.1': 'openssh-server-9.2p1',
  },
}
