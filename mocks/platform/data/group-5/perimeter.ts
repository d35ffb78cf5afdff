import { md } from '../markdown'
import type { CategorySeed } from '../types'

export const perimeter: CategorySeed = {
  id: 51,
  name: 'Внешний периметр',
  tasks: [
    {
      id: 501,
      title: 'Витрина',
      difficulty: 'easy',
      points: 75,
      important: true,
      status: 'active',
      description: md`
        Вы проводите аудит вымышленной компании «Северный маршрут». Начните с того, что видно снаружи:
        узлы, порты, версии программ, имена в сертификатах.

        ### Требуется

        1. Составить перечень узлов сети \`192.0.2.0/28\` и открытых портов.
        2. Найти забытый тестовый сайт.
        3. Прочитать флаг на его главной странице.

        ### Для отчёта

        Приложите перечень таблицей: адрес, порт, служба, версия, замечание.
      `,
      flags: [{ id: 5011, prefix: 'exam', stem: 'inventory_comes_first' }],
      hints: [],
      attachments: [],
      lab: {
        expectedSeconds: 20,
        lifetimeSeconds: 7200,
        extendWindowSeconds: 3600,
        endpoints: [
          { label: 'Корпоративный сайт', protocol: 'http', port: 8080 },
          { label: 'Машина аудитора', protocol: 'ssh', port: 22 },
        ],
        hasTerminal: true,
      },
      competencies: [9, 5],
    },
    {
      id: 502,
      title: 'Обратная связь',
      difficulty: 'medium',
      points: 150,
      important: true,
      status: 'active',
      description: md`
        Форма обратной связи отправляет письмо менеджеру. Тема письма берётся из поля формы **без
        проверки**, а заголовки письма разделяются переводом строки.

        ### Требуется

        1. Добейтесь, чтобы копия письма пришла на ваш ящик \`auditor@audit.example\` — почта лаборатории
           открывается на том же узле по адресу \`/mail\`.
        2. Прочитайте флаг в служебном заголовке письма.

        ### Для отчёта

        Опишите запрос, последствия и исправление. Укажите, какие ещё поля формы подвержены той же ошибке.
      `,
      flags: [{ id: 5021, prefix: 'exam', stem: 'mail_header_injection' }],
      hints: [],
      attachments: [],
      lab: {
        expectedSeconds: 20,
        lifetimeSeconds: 7200,
        extendWindowSeconds: 3600,
        endpoints: [{ label: 'Корпоративный сайт', protocol: 'http', port: 8080 }],
        hasTerminal: false,
      },
      competencies: [1],
    },
    {
      id: 503,
      title: 'Кабинет перевозчика',
      difficulty: 'medium',
      points: 175,
      important: true,
      status: 'active',
      description: md`
        Личный кабинет построен на JSON API. Учётная запись аудитора: \`auditor\` / \`auditor\`. Документация
        API не выдана, но браузер видит все запросы.

        ### Требуется

        1. **Первый флаг** — в накладной, которая принадлежит другому перевозчику.
        2. **Второй флаг** получает тот, у кого роль \`dispatcher\`. Роль меняется через запрос, который для
           этого не предназначен.

        \`\`\`http
        PATCH /api/profile HTTP/1.1
        Content-Type: application/json

        {"phone": "+7 000 000-00-00"}
        \`\`\`

        ### Для отчёта

        Для каждой находки: шаги воспроизведения, опасность по пятибалльной шкале, исправление в коде.
      `,
      flags: [
        { id: 5031, title: 'Чужая накладная', prefix: 'exam', stem: 'object_level_checks' },
        { id: 5032, title: 'Роль диспетчера', prefix: 'exam', stem: 'mass_assignment_wins' },
      ],
      hints: [],
      attachments: [],
      lab: {
        expectedSeconds: 20,
        lifetimeSeconds: 7200,
        extendWindowSeconds: 3600,
        endpoints: [{ label: 'Личный кабинет', protocol: 'https', port: 8443 }],
        hasTerminal: false,
      },
      competencies: [1, 10],
    },
    {
      id: 504,
      title: 'Очередь заявок',
      difficulty: 'hard',
      points: 250,
      important: false,
      status: 'active',
      description: md`
        Заявки складываются в очередь в сериализованном виде и подписываются. Подпись надёжна, но ключ к
        ней однажды попал в журнал отладки, а журнал доступен.

        ### Требуется

        1. Найдите ключ.
        2. Соберите заявку, при разборе которой сервер выполнит вашу команду.
        3. Прочитайте \`/srv/queue/flag.txt\`. Ничего, кроме этого файла, не читайте и не меняйте.

        ### Для отчёта

        Объясните, почему подпись не сделала разбор недоверенных данных безопасным.
      `,
      flags: [{ id: 5041, prefix: 'exam', stem: 'deserialize_nothing' }],
      hints: [],
      attachments: [],
      lab: {
        expectedSeconds: 30,
        lifetimeSeconds: 7200,
        extendWindowSeconds: 3600,
        endpoints: [{ label: 'Очередь заявок', protocol: 'http', port: 8080 }],
        hasTerminal: false,
      },
      competencies: [1, 6],
      hasLogViewer: true,
    },
  ],
}
