import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const relatedModuli: TaskSeed = {
  id: 115,
  title: 'Родственные модули',
  difficulty: 'medium',
  points: 150,
  important: false,
  status: 'active',
  description: md`
    На заводе умных розеток ключи RSA создаются при первом включении. Генератор случайных чисел к
    этому времени ещё «не проснулся», и первые числа у разных розеток иногда совпадают.

    ### Что дано

    В архиве \`keys.tar.gz\` лежат сорок открытых ключей и один шифртекст \`message.bin\`. Адресат
    неизвестен: письмо предназначено владельцу одного из ключей.

    ### Задание

    1. Найдите два ключа, у которых есть общий простой множитель.
    2. Восстановите закрытые ключи обоих.
    3. Расшифруйте сообщение (дополнение OAEP, хеш SHA-256).

    Разложить на множители 2048-битное число вы не успеете. А наибольший общий делитель двух таких
    чисел считается за доли миллисекунды — этим алгоритмом больше двух тысяч лет.

    Открыть ключ в Python поможет модуль \`cryptography\`:

    \`\`\`python
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    key = load_pem_public_key(path.read_bytes())
    n, e = key.public_numbers().n, key.public_numbers().e
    \`\`\`
  `,
  flags: [{ id: 1151, prefix: 'flag', stem: 'entropy_at_first_boot' }],
  hints: [
    {
      id: 1151,
      cost: 0,
      text: md`Для сорока ключей пар всего 780. Перебирать их по одной — нормально.`,
    },
    {
      id: 1152,
      cost: 15,
      text: md`
        Если \`g = gcd(n1, n2)\` больше единицы, то \`p = g\`, \`q = n1 // g\`, а \`d = pow(e, -1, (p - 1) *
        (q - 1))\`.
      `,
    },
  ],
  attachments: [{ name: 'keys.tar.gz', size: 15_870 }],
  writeup: {
    rule: 'after_solve',
    content: md`
      \`\`\`python
      from itertools import combinations
      from math import gcd

      for (name_a, a), (name_b, b) in combinations(moduli.items(), 2):
          p = gcd(a, b)
          if 1 < p < a:
              print(name_a, name_b)
              d_a = pow(65537, -1, (p - 1) * (a // p - 1))
              d_b = pow(65537, -1, (p - 1) * (b // p - 1))
      \`\`\`

      Пара находится одна. Дальше собираем закрытый ключ через \`RSAPrivateNumbers\` и вызываем
      \`decrypt\` с OAEP: у одного из двух ключей расшифрование пройдёт без ошибки.

      Настоящее исследование такого рода проверило миллионы ключей в сети и нашло общие множители у
      одного из каждых двухсот. Защита простая: дождаться, пока система наберёт энтропию, и только
      потом создавать ключи.
    `,
  },
  competencies: [2],
  gitlabId: 4115,
}
