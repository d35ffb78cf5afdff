import { md } from '../markdown'
import type { CategorySeed } from '../types'

export const supply: CategorySeed = {
  id: 32,
  name: 'Цепочка поставки',
  tasks: [
    {
      id: 304,
      title: 'Зависимость с похожим именем',
      difficulty: 'easy',
      points: 50,
      important: false,
      status: 'active',
      description: md`
        В списке из трёхсот пакетов один называется почти так же, как известный, но опубликован две недели
        назад и при установке запускает сценарий. Найдите его и прочитайте, что он делает.

        | Признак | Почему подозрителен |
        |---|---|
        | Имя отличается одной буквой | расчёт на опечатку |
        | Есть сценарий \`postinstall\` | код выполняется при установке |
        | Одна версия, один автор | нет истории |
      `,
      flags: [{ id: 3041, prefix: 'flag', stem: 'typo_installs_malware' }],
      hints: [],
      attachments: [{ name: 'package-list.json', size: 25_310 }],
      competencies: [10, 9],
      gitlabId: 4304,
    },
    {
      id: 305,
      title: 'Секрет в слое образа',
      difficulty: 'medium',
      points: 150,
      important: true,
      status: 'active',
      description: md`
        Разработчик скопировал ключ в образ контейнера, собрал программу и удалил ключ следующей командой.
        В запущенном контейнере его действительно нет. Но образ состоит из **слоёв**, и удаление — это
        лишь ещё один слой сверху.

        \`\`\`bash
        mkdir image && tar -xf image.tar -C image
        jq -r '.[0].Layers[]' image/manifest.json
        \`\`\`

        Найдите слой, где ключ ещё есть, и прочитайте его.
      `,
      flags: [{ id: 3051, prefix: 'flag', stem: 'layers_keep_everything' }],
      hints: [
        {
          id: 3051,
          cost: 0,
          text: md`
            История сборки лежит в файле конфигурации образа: порядок команд совпадает с порядком слоёв.
          `,
        },
      ],
      attachments: [{ name: 'image.tar', size: 8_912_896 }],
      lab: {
        expectedSeconds: 20,
        lifetimeSeconds: 3600,
        extendWindowSeconds: 900,
        endpoints: [{ label: 'Рабочее место', protocol: 'ssh', port: 22 }],
        hasTerminal: true,
      },
      competencies: [10, 6],
      gitlabId: 4305,
    },
  ],
}
