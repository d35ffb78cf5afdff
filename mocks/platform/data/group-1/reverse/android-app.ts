import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const androidApp: TaskSeed = {
  id: 122,
  title: 'Приложение для вахтёра',
  difficulty: 'medium',
  points: 175,
  important: false,
  status: 'active',
  description: md`
    Вахтёр открывает шлагбаум из приложения для Android. Чтобы телефон не достался злоумышленнику
    вместе с доступом, разработчики добавили четырёхзначный PIN. Проверяется он в самом приложении.

    ### Что дано

    Файл \`gatekeeper.apk\`. Это обычный ZIP-архив:

    | Внутри | Что это |
    |---|---|
    | \`AndroidManifest.xml\` | разрешения и экраны (в двоичном виде) |
    | \`classes.dex\` | байт-код |
    | \`res/\`, \`resources.arsc\` | ресурсы и строки |
    | \`lib/\` | библиотеки на C и C++ |
    | \`META-INF/\` | подписи |

    ### Задание

    1. Распакуйте приложение и восстановите код: \`jadx -d out gatekeeper.apk\`.
    2. Найдите, куда приложение обращается после ввода PIN.
    3. Повторите этот запрос сами, без телефона и без PIN. Сервер проходной работает в лаборатории.

    Подпись запроса приложение вычисляет во встроенной библиотеке: одного кода на Java не хватит. К
    счастью, функция в ней короткая, а её имя начинается с \`Java_\`.

    ### Чему учит задание

    Всё, что отдано клиенту, принадлежит клиенту. Проверка PIN в приложении защищает от любопытного
    соседа, но не от того, кто умеет открывать архивы.
  `,
  flags: [{ id: 1221, prefix: 'flag', stem: 'client_side_pin_is_no_pin' }],
  hints: [
    {
      id: 1221,
      cost: 0,
      text: md`
        Ищите в восстановленном коде строку \`/api/gate/open\`. Рядом собирается заголовок
        \`X-Signature\`.
      `,
    },
    {
      id: 1222,
      cost: 20,
      text: md`
        Функция в \`lib/x86_64/libgate.so\` переворачивает строку и считает от неё SHA-256. «Соль» лежит
        в секции \`.rodata\` в открытом виде.
      `,
    },
  ],
  attachments: [{ name: 'gatekeeper.apk', size: 1_284_096 }],
  writeup: {
    rule: 'after_solve',
    content: md`
      В классе \`GateClient\` находим вызов:

      \`\`\`java
      String body = "{\"gate\":1,\"time\":" + time + "}";
      request.header("X-Signature", Native.sign(body));
      \`\`\`

      \`Native.sign\` объявлен с ключевым словом \`native\`, значит, искать надо в \`lib/\`. Открываем
      \`libgate.so\` в дизассемблере и читаем функцию \`Java_example_gate_Native_sign\`: она добавляет к
      телу строку из \`.rodata\`, переворачивает результат и считает SHA-256.

      \`\`\`python
      import hashlib, time, requests

      body = '{"gate":1,"time":%d}' % time.time()
      signature = hashlib.sha256((body + SALT)[::-1].encode()).hexdigest()
      answer = requests.post('https://gate.example:8443/api/gate/open',
                             data=body, headers={'X-Signature': signature}, verify=False)
      print(answer.json())
      \`\`\`

      **Исправление:** PIN проверяет сервер, число попыток ограничено, а запрос подписывает ключ из
       аппаратного хранилища телефона — свой у каждого устройства.
    `,
  },
  lab: {
    expectedSeconds: 20,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Сервер проходной', protocol: 'https', port: 8443 }],
    hasTerminal: false,
  },
  competencies: [3, 8],
  gitlabId: 4122,
}
