import { md } from '../../markdown'
import type { ShellSeed } from '../../shell-types'

/** A machine that may ask both name servers of a zone: task 131. */
export const zoneTransferShell: ShellSeed = {
  host: 'resolver',
  address: '198.51.100.3',
  welcome: md`
    resolver · отсюда видны серверы имён зоны factory.example. Команды: help. Shift+Tab выводит из терминала.
  `,
  files: { '/etc/resolv.conf': 'search factory.example\nnameserver 198.51.100.2\n' },
  network: [
    {
      address: '198.51.100.2',
      names: ['ns1.factory.example'],
      ports: [{ port: 53, service: 'domain', version: 'BIND 9.20' }],
    },
    {
      address: '198.51.100.6',
      names: ['ns2.factory.example'],
      ports: [{ port: 53, service: 'domain', version: 'BIND 9.18' }],
    },
  ],
  zone: {
    name: 'factory.example',
    servers: {
      'ns1.factory.example': '',
      'ns2.factory.example': [
        'factory.example.\t\t3600\tIN\tSOA\tns1.factory.example. admin.factory.example. 2026 7200 900 1209600 300\n',
        'factory.example.\t\t3600\tIN\tNS\tns1.factory.example.\n',
        'factory.example.\t\t3600\tIN\tNS\tns2.factory.example.\n',
        'staging.factory.example.\t3600\tIN\tA\t198.51.100.7\n',
        '_note.factory.example.\t3600\tIN\tTXT\t"{{flag:1311}}"\n',
        'www.factory.example.\t3600\tIN\tA\t198.51.100.4\n',
      ].join(''),
    },
  },
}
