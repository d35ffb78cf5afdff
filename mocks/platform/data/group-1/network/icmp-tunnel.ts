import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const icmpTunnel: TaskSeed = {
  id: 134,
  title: 'Тихое эхо',
  difficulty: 'hard',
  points: 250,
  important: false,
  status: 'active',
  description: md`
    Из филиала утекают чертежи. Выход в интернет закрыт, разрешён только \`ping\` — «чтобы проверять
    связь». За сутки узел \`192.0.2.15\` отправил 9000 эхо-запросов на один и тот же адрес, и каждый
    чуть длиннее обычного.

    ### Что известно о пакете

    Обычный \`ping\` в Linux кладёт в данные метку времени и возрастающую последовательность байтов \`10
    11 12 …\`. Здесь последовательность другая.

    ### Задание

    1. Отберите запросы: \`icmp.type == 8 && ip.src == 192.0.2.15\`.
    2. Сравните данные нескольких пакетов и восстановите формат: где номер куска, где его длина, где
       полезная нагрузка.
    3. Соберите переданный файл. Куски шли **не по порядку**, некоторые отправлены дважды.
    4. Откройте файл. Флаг напечатан в углу чертежа.

    Начать можно так:

    \`\`\`bash
    tshark -r branch.pcap -Y 'icmp.type == 8' -T fields -e icmp.seq -e data.data | head
    \`\`\`
  `,
  flags: [{ id: 1341, prefix: 'flag', stem: 'ping_carries_anything' }],
  hints: [
    {
      id: 1341,
      cost: 0,
      text: md`
        Поле \`icmp.seq\` ни о чём не говорит: программа увеличивает его сама по себе. Настоящий номер —
        в первых четырёх байтах данных.
      `,
    },
    {
      id: 1342,
      cost: 25,
      text: md`После номера идут два байта длины, а нагрузка сложена по XOR с младшим байтом номера.`,
    },
  ],
  attachments: [{ name: 'branch.pcap', size: 1_982_464 }],
  writeup: {
    rule: 'after_solve',
    content: md`
      Формат куска: номер (4 байта, старшим вперёд), длина (2 байта), нагрузка, сложенная по XOR с
      младшим байтом номера.

      \`\`\`python
      import struct, subprocess

      lines = subprocess.run(
          ['tshark', '-r', 'branch.pcap', '-Y', 'icmp.type == 8 && ip.src == 192.0.2.15',
           '-T', 'fields', '-e', 'data.data'],
          capture_output=True, text=True, check=True,
      ).stdout.split()

      parts = {}
      for line in lines:
          data = bytes.fromhex(line)
          number, size = struct.unpack('>IH', data[:6])
          parts[number] = bytes(b ^ (number & 0xFF) for b in data[6:6 + size])

      with open('drawing.pdf', 'wb') as file:
          for number in sorted(parts):
              file.write(parts[number])
      \`\`\`

      Словарь сам справляется и с повторами, и с порядком.

      **Как заметить такое раньше:** размер эхо-запросов у обычных узлов одинаков, а у туннеля — нет.
       Правило «больше двухсот разных пакетов ICMP в час на один адрес» сработало бы в первый же день.
    `,
  },
  competencies: [5, 4],
  gitlabId: 4134,
}
