import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const deletedFile: TaskSeed = {
  id: 126,
  title: 'Удалено не значит стёрто',
  difficulty: 'easy',
  points: 75,
  important: false,
  status: 'active',
  description: md`
    На парковке нашли флешку. На ней три фотографии котов и больше ничего. Точнее, ничего
    **видимого**: при удалении файловая система FAT помечает запись в каталоге свободной, а содержимое
    остаётся на месте, пока его не перезапишут.

    ### Задание

    Восстановите удалённый документ из образа \`flashdrive.img\`.

    \`\`\`bash
    file flashdrive.img
    fls -r flashdrive.img          # удалённые записи отмечены звёздочкой
    icat flashdrive.img 5 > out    # вместо 5 — номер нужной записи
    \`\`\`

    Первый символ имени удалённого файла утрачен: на его место FAT записывает байт \`E5\`. Остальное
    уцелело.
  `,
  flags: [{ id: 1261, prefix: 'flag', stem: 'unlink_is_not_erase' }],
  hints: [
    {
      id: 1261,
      cost: 0,
      text: md`
        Команды \`fls\` и \`icat\` входят в набор The Sleuth Kit. Одна из записей со звёздочкой
        заканчивается на \`.odt\`.
      `,
    },
    {
      id: 1262,
      cost: 5,
      text: md`Документ ODT — это ZIP-архив. Флаг лежит в \`content.xml\`.`,
    },
  ],
  attachments: [{ name: 'flashdrive.img', size: 16_777_216 }],
  writeup: {
    rule: 'always',
    content: md`
      \`\`\`console
      $ fls -r flashdrive.img
      r/r 4:    CAT-1.JPG
      r/r 5:    CAT-2.JPG
      r/r 6:    CAT-3.JPG
      r/r * 8:  _LAN.ODT
      $ icat flashdrive.img 8 > plan.odt
      $ unzip -p plan.odt content.xml | sed 's/<[^>]*>/ /g'
      \`\`\`

      Чтобы файл исчез по-настоящему, его место надо перезаписать. На твердотельных накопителях и это
      не даёт гарантии: надёжнее шифровать носитель целиком и уничтожать ключ.
    `,
  },
  competencies: [4],
  gitlabId: 4126,
}
