import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const repeatingKey: TaskSeed = {
  id: 113,
  title: 'Ключ, который повторяется',
  difficulty: 'easy',
  points: 75,
  important: true,
  status: 'active',
  description: md`
    Перехвачено письмо, зашифрованное операцией XOR с коротким ключом. Ключ повторяется, пока не
    закончится текст:

    \`\`\`text
    текст:  П р и в е т ,   к о л л е г а
    ключ:   K E Y K E Y K E Y K E Y K E Y
    \`\`\`

    ### Что дано

    Файл \`letter.bin\` — шифртекст. Известно, что письмо написано по-английски, начинается словами
    \`Dear colleague\`, а длина ключа не превышает десяти байт.

    ### Что сделать

    1. Вспомните главное свойство XOR: если \`c = m ⊕ k\`, то \`k = c ⊕ m\`.
    2. Найдите ключ.
    3. Расшифруйте письмо. Флаг — в его последней строке.

    Заготовка, чтобы не начинать с пустого файла:

    \`\`\`python
    from itertools import cycle
    from pathlib import Path

    def xor(data: bytes, key: bytes) -> bytes:
        return bytes(a ^ b for a, b in zip(data, cycle(key)))

    cipher = Path('letter.bin').read_bytes()
    \`\`\`

    ### Подумайте

    Почему тот же самый приём становится абсолютно стойким шифром, если ключ случаен, не короче текста
    и используется один раз?
  `,
  flags: [{ id: 1131, prefix: 'flag', stem: 'xor_likes_patterns', isInFile: true }],
  hints: [
    {
      id: 1131,
      cost: 0,
      text: md`
        Вы знаете первые четырнадцать символов текста, а ключ короче. Значит, он целиком поместится в
        их сумму с шифртекстом.
      `,
    },
    {
      id: 1132,
      cost: 10,
      text: md`
        Вычислите \`xor(cipher[:14], b'Dear colleague')\`. В результате начнёт повторяться осмысленное
        слово.
      `,
    },
  ],
  attachments: [{ name: 'letter.bin', size: 376 }],
  writeup: {
    rule: 'after_solve',
    content: md`
      Складываем начало шифртекста с известным текстом:

      \`\`\`python
      known = b'Dear colleague'
      print(xor(cipher[:len(known)], known))
      \`\`\`

      Программа печатает слово, за которым идёт его же начало. Длина периода и есть длина ключа:

      \`\`\`python
      stream = xor(cipher[:len(known)], known)
      for size in range(1, 11):
          key = stream[:size]
          if all(stream[i] == key[i % size] for i in range(len(stream))):
              print(xor(cipher, key).decode())
              break
      \`\`\`

      Если бы начало письма не было известно, длину ключа подсказали бы совпадения: сдвиньте шифртекст
      на *n* байт и посчитайте, сколько байтов не изменилось. При *n*, кратном длине ключа, их станет
      заметно больше.
    `,
  },
  competencies: [2],
  gitlabId: 4113,
}
