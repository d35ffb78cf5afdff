import { md } from '../../markdown'
import type { ShellSeed } from '../../shell-types'

/** A container that sees the processes of its node: task 139. */
export const capabilitiesShell: ShellSeed = {
  host: 'c7f3a1',
  address: '192.0.2.33',
  user: 'root',
  welcome: md`
    Контейнер мониторинга. Команды: help. Shift+Tab выводит из терминала.
  `,
  files: {
    '/root/readme.txt': 'Агент мониторинга следит за процессами узла, поэтому видит их все.\n',
    '/.dockerenv': '',
    '/proc/self/status':
      'Name:\tbash\nPid:\t1337\nUid:\t0\t0\t0\t0\nCapInh:\t0000000000000000\nCapPrm:\t00000000a80c25fb\nCapEff:\t00000000a80c25fb\nCapBnd:\t00000000a80c25fb\n',
    '/proc/1/status': 'Name:\tsystemd\nPid:\t1\nUid:\t0\t0\t0\t0\nCapEff:\t000001ffffffffff\n',
    '/proc/1/root/etc/hostname': 'node-4\n',
    '/proc/1/root/root/flag.txt': { mode: 0o600, text: '{{flag:1391}}\n' },
    '/proc/partitions': 'major minor  #blocks  name\n\n 254        0   20971520 vda\n',
  },
  processes: [
    { user: 'root', id: 644, command: '/usr/bin/containerd' },
    { user: 'root', id: 901, command: '/opt/agent/monitor --all' },
  ],
}
