import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const wirelessHandshake: TaskSeed = {
  id: 132,
  title: 'Рукопожатие на память',
  difficulty: 'medium',
  points: 125,
  important: false,
  status: 'active',
  description: md`
    Владелец кафе считает пароль от Wi-Fi надёжным: в нём двенадцать символов, и он меняется раз в
    год. Проверим.

    В записи \`cafe.pcapng\` есть четырёхстороннее рукопожатие WPA2 — обмен, которым телефон и точка
    доступа доказывают друг другу знание пароля, не называя его. По записи можно проверять догадки без
    сети, с любой скоростью.

    ### Задание

    1. Убедитесь, что в записи есть все четыре сообщения: фильтр \`eapol\`.
    2. Подготовьте запись: \`hcxpcapngtool -o hash.22000 cafe.pcapng\`.
    3. Подберите пароль по словарю \`words.txt\` и правилам.
    4. Расшифруйте трафик в Wireshark (*Правка → Параметры → Protocols → IEEE 802.11*) и прочитайте,
       что посетитель отправил на печать. Там и флаг.
  `,
  flags: [{ id: 1321, prefix: 'flag', stem: 'passphrase_in_the_dictionary' }],
  hints: [
    {
      id: 1321,
      cost: 0,
      text: md`Владелец каждый год дописывает к слову из словаря номер года.`,
    },
    {
      id: 1322,
      cost: 15,
      text: md`
        Каждое слово дополните маской из четырёх цифр: \`hashcat -m 22000 -a 6 hash.22000 words.txt
        ?d?d?d?d\`.
      `,
    },
  ],
  attachments: [
    { name: 'cafe.pcapng', size: 65_812 },
    { name: 'words.txt', size: 139_921 },
  ],
  competencies: [5, 2],
  gitlabId: 4132,
}
