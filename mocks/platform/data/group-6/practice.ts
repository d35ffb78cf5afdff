import { md } from '../markdown'
import type { CategorySeed } from '../types'

export const practice: CategorySeed = {
  id: 61,
  name: 'Практикум',
  tasks: [
    {
      id: 601,
      title: 'Письмо от директора',
      difficulty: 'easy',
      points: 50,
      important: true,
      status: 'active',
      description: md`
        Бухгалтер получила письмо с просьбой срочно оплатить счёт. Имя отправителя знакомое, а вот путь
        письма — нет.

        Прочитайте заголовки \`Received\` **снизу вверх** и найдите сервер, с которого письмо отправлено на
        самом деле. Флаг — в заголовке, который добавил этот сервер.

        | Заголовок | О чём говорит |
        |---|---|
        | \`Received\` | через какие серверы прошло письмо |
        | \`Authentication-Results\` | итоги проверок SPF, DKIM и DMARC |
        | \`Reply-To\` | куда на самом деле уйдёт ответ |
      `,
      flags: [{ id: 6011, prefix: 'flag', stem: 'read_the_received_headers' }],
      hints: [
        {
          id: 6011,
          cost: 0,
          text: md`Верхний заголовок \`Received\` добавлен последним. Подделать можно только нижние.`,
        },
      ],
      attachments: [{ name: 'letter.eml', size: 18_211 }],
      competencies: [9, 4],
    },
    {
      id: 602,
      title: 'Поддельный вход',
      difficulty: 'medium',
      points: 100,
      important: true,
      status: 'active',
      description: md`
        Сотрудникам разослали ссылку на страницу входа, похожую на настоящую. Разберите её: куда уходит
        пароль, что происходит после отправки и какие ещё страницы есть на том же узле?

        Не вводите настоящих паролей даже в учебную страницу. Для проверки подойдёт \`test\` / \`test\`.
      `,
      flags: [{ id: 6021, prefix: 'flag', stem: 'look_at_the_action_url' }],
      hints: [
        {
          id: 6021,
          cost: 10,
          text: md`
            Собранные данные лежат рядом со сценарием, который их принимает. Имя файла указано в его
            исходном коде, а код сервер отдаёт, если попросить файл с расширением \`.bak\`.
          `,
        },
      ],
      attachments: [],
      writeup: {
        rule: 'after_solve',
        content: md`
          В атрибуте \`action\` формы указан \`collect.php\`. Запрос \`collect.php.bak\` возвращает исходный
          текст, в нём — имя файла с «уловом». Последняя строка файла содержит флаг.

          Признаки подделки, которые стоит запомнить: чужой домен, отсутствие менеджера паролей в
          подсказках браузера, форма, принимающая любой пароль.
        `,
      },
      lab: {
        expectedSeconds: 15,
        lifetimeSeconds: 3600,
        extendWindowSeconds: 900,
        endpoints: [{ label: 'Страница-приманка', protocol: 'http', port: 8080 }],
        hasTerminal: false,
      },
      competencies: [1, 9],
    },
    {
      id: 603,
      title: 'Резервная копия',
      difficulty: 'medium',
      points: 125,
      important: false,
      status: 'active',
      description: md`
        После аварии нужно поднять сервис из резервной копии. Копии делались каждую ночь, но ни разу не
        проверялись: одни архивы пусты, другие обрываются на середине.

        Найдите самую свежую **целую** копию в \`/backup\` и восстановите из неё файл \`notes.txt\`.

        \`\`\`bash
        for file in /backup/*.tar.gz; do gzip -t "$file" && echo "$file"; done
        \`\`\`
      `,
      flags: [{ id: 6031, prefix: 'flag', stem: 'test_your_restores' }],
      hints: [
        {
          id: 6031,
          cost: 0,
          text: md`Проверка \`gzip -t\` находит обрыв, но не пустой архив. Посмотрите и на размер.`,
        },
      ],
      attachments: [],
      lab: {
        expectedSeconds: 20,
        lifetimeSeconds: 3600,
        extendWindowSeconds: 900,
        endpoints: [{ label: 'Консоль', protocol: 'ssh', port: 22 }],
        hasTerminal: true,
      },
      competencies: [6, 4],
    },
    {
      id: 604,
      title: 'Тихий майнер',
      difficulty: 'hard',
      points: 200,
      important: false,
      status: 'active',
      description: md`
        Сервер греется, а \`top\` показывает, что процессор свободен. Кто-то подменил то, чем вы смотрите.

        ### Задание

        1. Докажите, что нагрузка есть, не доверяя \`ps\` и \`top\`.
        2. Найдите, как скрывают процесс.
        3. Прочитайте флаг в переменных окружения скрытого процесса.
      `,
      flags: [{ id: 6041, prefix: 'flag', stem: 'preload_hides_processes' }],
      hints: [
        {
          id: 6041,
          cost: 0,
          text: md`
            Сравните список каталогов в \`/proc\` с выводом статически собранной программы: \`busybox ps\`.
          `,
        },
        {
          id: 6042,
          cost: 25,
          text: md`Загляните в \`/etc/ld.so.preload\`.`,
        },
      ],
      attachments: [],
      lab: {
        expectedSeconds: 25,
        lifetimeSeconds: 5400,
        extendWindowSeconds: 900,
        endpoints: [{ label: 'Заражённый сервер', protocol: 'ssh', port: 22 }],
        hasTerminal: true,
      },
      competencies: [4, 6],
    },
  ],
}
