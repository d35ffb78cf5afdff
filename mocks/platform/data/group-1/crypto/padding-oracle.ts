import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const paddingOracle: TaskSeed = {
  id: 116,
  title: 'Оракул, который слишком много знает',
  difficulty: 'hard',
  points: 300,
  important: false,
  status: 'active',
  description: md`
    Служба билетов хранит данные посетителя в cookie, зашифрованной AES в режиме CBC. Ключ надёжный,
    перебрать его нельзя. Но служба охотно объясняет, **что именно** ей не понравилось в чужой cookie:

    | Ответ | Что произошло |
    |---|---|
    | \`200 OK\` | всё расшифровалось |
    | \`403 Forbidden\` | расшифровалось, но содержимое не подходит |
    | \`500 Internal Server Error\` | испорчено дополнение PKCS#7 |

    Разницы между \`403\` и \`500\` достаточно, чтобы прочитать cookie целиком, не зная ключа.

    ![Расшифрование в режиме CBC: каждый блок после AES складывается с предыдущим блоком шифртекста](/files/images/cbc-decrypt.svg)

    ### Как это работает

    В режиме CBC открытый текст блока получается сложением по модулю два:

    \`\`\`text
    P[i] = D(C[i]) ⊕ C[i − 1]
    \`\`\`

    Блок \`C[i − 1]\` вам подвластен. Меняя его последний байт, вы меняете последний байт открытого
    текста. Рано или поздно он станет равен \`01\`, и дополнение окажется правильным.

    ### Задание

    1. Получите cookie на странице \`/ticket\`.
    2. Напишите программу, которая расшифровывает её через ответы \`/check\`.
    3. Флаг — в расшифрованном тексте. Зашифровать свой текст тем же способом необязательно, но
       попробуйте: это красиво.

    На один байт уходит в среднем 128 запросов, на блок — около двух тысяч. Лаборатория выдерживает
    сто запросов в секунду.
  `,
  flags: [{ id: 1161, prefix: 'flag', stem: 'one_bit_at_a_time' }],
  hints: [
    {
      id: 1161,
      cost: 0,
      text: md`
        Работайте с двумя блоками: подделанным предыдущим и настоящим текущим. Всё, что раньше,
        отбросьте.
      `,
    },
    {
      id: 1162,
      cost: 20,
      text: md`
        Подобрав байт, при котором дополнение верно, вычислите промежуточное значение: \`подобранный ⊕
        01\`. Сложите его с настоящим предыдущим байтом — это буква открытого текста.
      `,
    },
    {
      id: 1163,
      cost: 40,
      text: md`
        Для последнего байта возможна ложная находка: дополнение \`02 02\` тоже верное. Измените
        предпоследний байт и проверьте ещё раз.
      `,
    },
  ],
  attachments: [],
  writeup: {
    rule: 'after_solve',
    content: md`
      \`\`\`python
      BLOCK = 16

      def decrypt_block(previous: bytes, block: bytes, is_valid) -> bytes:
          inner = bytearray(BLOCK)
          for size in range(1, BLOCK + 1):
              index = BLOCK - size
              tail = bytes(inner[k] ^ size for k in range(index + 1, BLOCK))
              for guess in range(256):
                  forged = bytes(index) + bytes([guess]) + tail
                  if not is_valid(forged + block):
                      continue
                  if size == 1 and not is_valid(bytes(index - 1) + b'\xff' + bytes([guess]) + block):
                      continue          # это было дополнение 02 02, а не 01
                  inner[index] = guess ^ size
                  break
              else:
                  raise RuntimeError('оракул молчит')
          return bytes(a ^ b for a, b in zip(inner, previous))
      \`\`\`

      Функция \`is_valid\` отправляет cookie и возвращает ложь только при ответе \`500\`. Пройдите по всем
      парам соседних блоков, начиная с вектора инициализации.

      ### Как исправить

      - проверять целостность **до** расшифрования: режим GCM или HMAC поверх шифртекста;
      - отвечать одинаково на любую ошибку — и текстом, и кодом, и временем.
    `,
  },
  lab: {
    expectedSeconds: 20,
    lifetimeSeconds: 7200,
    extendWindowSeconds: 1200,
    endpoints: [{ label: 'Служба билетов', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [2, 1],
  gitlabId: 4116,
}
