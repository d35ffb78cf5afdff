import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const lengthExtension: TaskSeed = {
  id: 117,
  title: 'Хеш с продолжением',
  difficulty: 'hard',
  points: 250,
  important: false,
  status: 'active',
  description: md`
    Хранилище подписывает ссылки на скачивание, чтобы их нельзя было подделать. Подпись считается так:

    \`\`\`python
    signature = hashlib.sha256(secret + query.encode('latin-1')).hexdigest()
    \`\`\`

    Пример ссылки, которую вам выдали:

    \`\`\`text
    /download?file=readme.txt&signature=…
    \`\`\`

    ### Задание

    Скачайте \`flag.txt\`. Ключ \`secret\` неизвестен, но его длина — от 8 до 32 байт, а при повторе
    параметра \`file\` сервер берёт **последнее** значение.

    SHA-256 построена по схеме Меркла — Дамгора: итог вычисления — это внутреннее состояние после
    последнего блока. Зная его, вычисление можно продолжить с того же места.
  `,
  flags: [{ id: 1171, prefix: 'flag', stem: 'use_hmac_instead' }],
  hints: [
    {
      id: 1171,
      cost: 0,
      text: md`
        Подпись уже содержит хеш от \`секрет + запрос + дополнение\`. Восстановите по ней восемь
        32-битных слов состояния и «доскармливайте» функции свои данные.
      `,
    },
    {
      id: 1172,
      cost: 30,
      text: md`
        Дополнение — байт \`80\`, затем нули, затем длина сообщения в битах (8 байт, старшим вперёд).
        Длину секрета переберите: вариантов всего 25.
      `,
    },
  ],
  attachments: [{ name: 'signer.py', size: 1540 }],
  lab: {
    expectedSeconds: 15,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Хранилище ссылок', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [2, 1],
  gitlabId: 4117,
}
