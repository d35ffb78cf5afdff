import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const xmlEntities: TaskSeed = {
  id: 106,
  title: 'Сущности внутри XML',
  difficulty: 'medium',
  points: 175,
  important: false,
  status: 'disabled',
  disabledReason: 'Обновляем лабораторию: задание вернётся в ближайшие дни.',
  description: md`
    Бухгалтерия принимает накладные в формате XML. Разборщик настроен «как было по умолчанию» и
    послушно раскрывает внешние сущности:

    \`\`\`xml
    <?xml version="1.0"?>
    <!DOCTYPE invoice [
      <!ENTITY company "ООО «Ромашка»">
    ]>
    <invoice><buyer>&company;</buyer></invoice>
    \`\`\`

    ### Задание

    Прочитайте файл \`/srv/accounting/flag.txt\`, отправив накладную, в которой сущность берёт значение
    не из строки, а из файла.

    > Задание временно выключено: преподаватель обновляет лабораторию. Описание можно читать,
    > отправлять флаги пока нельзя.
  `,
  flags: [{ id: 1061, prefix: 'flag', stem: 'disable_external_entities' }],
  hints: [
    {
      id: 1061,
      cost: 0,
      text: md`
        Кроме значения в кавычках сущность может ссылаться на внешний источник: ключевое слово
        \`SYSTEM\` и адрес.
      `,
    },
  ],
  attachments: [{ name: 'invoice-sample.xml', size: 2310 }],
  competencies: [1],
  gitlabId: 4106,
}
